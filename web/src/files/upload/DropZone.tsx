import { Trans, useLingui } from '@lingui/react/macro';
import { UPLOAD_EXTENSIONS, UPLOAD_FAILED, UPLOAD_MIME_TYPES } from '@openbenefits/domain/files/file-format';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { toastBad } from '../../ui/toasts.ts';
import classes from './DropZone.module.css';
import { droppedFiles } from './dropped-files.ts';

/** A file that is let go beside the zone would be opened by the browser in place of the page, uploads and all. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const stop = new AbortController();
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    for (const type of ['dragover', 'drop'] as const)
      globalThis.addEventListener(type, refuse, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

type Props = {
  onFiles: (files: readonly File[]) => void;
  primary: boolean;
  /** Why this person may not upload. */ disabledReason?: string | undefined;
};

/** Where files are dropped or chosen; several at once. */
export function DropZone({ onFiles, primary, disabledReason }: Props) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useNoStrayDrops();
  const may = disabledReason === undefined;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!may) return;
    void droppedFiles(event.dataTransfer).then(({ files, empty }) => {
      for (const folder of empty) toastBad(t`The folder ${folder} has no files.`, { title: UPLOAD_FAILED });
      onFiles(files);
    });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is one more way; the button inside does the same by keyboard
    <section
      className={classes.zone}
      aria-label={t`Upload files`}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!may) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // Over the zone's own text the pointer has not left it.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={drop}
    >
      <Icon of={IconUpload} size={20} />
      <p className={classes.lead}>
        <Trans>Drag and drop files here</Trans>
      </p>
      <p className={classes.hint}>
        {/* Whoever may not would learn it only from the button. */}
        {disabledReason ?? <Trans>Excel, CSV, EDI 834 or XML, up to 50MB each</Trans>}
      </p>
      <Button
        variant={primary ? 'primary' : 'default'}
        size="large"
        disabledReason={disabledReason}
        onClick={() => input.current?.click()}
      >
        <Trans>Choose Files</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        disabled={!may}
        accept={[...UPLOAD_EXTENSIONS, ...UPLOAD_MIME_TYPES].join(',')}
        aria-label={t`Choose files to upload`}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </section>
  );
}
