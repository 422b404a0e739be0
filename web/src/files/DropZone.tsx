import { Trans, useLingui } from '@lingui/react/macro';
import { UPLOAD_EXTENSIONS } from '@openbenefits/domain/files/file-format';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import classes from './DropZone.module.css';

/** Where files are dropped or chosen; several at once. */
export function DropZone({ onFiles, primary }: { onFiles: (files: readonly File[]) => void; primary: boolean }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is one more way; the button inside does the same by keyboard
    <section
      className={classes.zone}
      aria-label={t`Upload files`}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon of={IconUpload} size={20} />
      <p className={classes.lead}>
        <Trans>Drag and drop files here</Trans>
      </p>
      <p className={classes.hint}>
        <Trans>Excel, CSV, EDI 834 or XML, up to 50MB each</Trans>
      </p>
      <Button variant={primary ? 'primary' : 'default'} size="large" onClick={() => input.current?.click()}>
        <Trans>Choose Files</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={UPLOAD_EXTENSIONS.join(',')}
        aria-label={t`Choose files to upload`}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </section>
  );
}
