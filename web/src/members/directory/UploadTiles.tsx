import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileSpreadsheet, IconFileTypeCsv, IconTransfer } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Icon, type IconType } from '../../ui/Icon.tsx';
import classes from './UploadTiles.module.css';

const TILES: readonly {
  title: MessageDescriptor;
  text: MessageDescriptor;
  upload: MessageDescriptor;
  template: MessageDescriptor;
  icon: IconType;
  to: string;
  file: string;
}[] = [
  {
    title: msg`CSV Upload`,
    text: msg`Census as text, one person per row`,
    upload: msg`Upload CSV`,
    template: msg`CSV template`,
    icon: IconFileTypeCsv,
    to: `${paths.filesUpload}?import=employees`,
    file: 'census.csv',
  },
  {
    title: msg`Excel Upload`,
    text: msg`The same census as a workbook`,
    upload: msg`Upload Excel`,
    template: msg`Excel template`,
    icon: IconFileSpreadsheet,
    to: `${paths.filesUpload}?import=employees`,
    file: 'census.xlsx',
  },
  {
    title: msg`EDI Upload`,
    text: msg`Enrollment changes as EDI 834`,
    upload: msg`Upload EDI`,
    template: msg`834 example`,
    icon: IconTransfer,
    to: paths.filesUpload,
    file: 'enrollment-834.edi',
  },
];

/** The bulk-upload tiles of specification 1, section 2.13: each leads to its import and has a file to start from. */
export function UploadTiles() {
  const { t, i18n } = useLingui();
  return (
    <section aria-label={t`Bulk upload`}>
      <h2 className="sr">
        <Trans>Bulk upload</Trans>
      </h2>
      <ul className={`panel ${classes.tiles}`}>
        {TILES.map(({ title, text, upload, template, icon, to, file }) => (
          <li key={file} className={classes.tile}>
            <Icon of={icon} size={20} />
            <div>
              <b>{i18n._(title)}</b>
              <span>{i18n._(text)}</span>
            </div>
            <div className={classes.links}>
              <Link to={to}>{i18n._(upload)}</Link>
              <a href={`/downloads/templates/${file}`} download={file}>
                {i18n._(template)}
              </a>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
