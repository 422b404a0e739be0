import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useUser, useWhyNot } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DropZone } from './DropZone.tsx';
import { GroupPicker, type PickedGroup } from '../../groups/GroupPicker.tsx';
import { QueueList } from './QueueList.tsx';
import classes from './UploadPage.module.css';
import { UploadList } from './UploadList.tsx';
import { prepareToSend } from './send-file.ts';
import { sendFiles, useUploads } from './uploads.ts';

/** File Upload Center (specification 2, section 2): parameters `import=employees`, `group_cim`, `success=true`. */
export function Component() {
  const { t } = useLingui();
  const [parameters] = useSearchParams();
  const mayNot = useWhyNot('files.upload');
  const isEmployeeImport = parameters.get('import') === 'employees';
  const cim = parameters.get('group_cim') ?? '';
  const named = useQuery(orpc.groups.byCim.queryOptions({ input: { cim }, enabled: cim !== '', retry: false }));
  // The link to it is gone then; the keyboard goes on in the field.
  const [rechoosing, setRechoosing] = useState(false);
  const [picked, setPicked] = useState<PickedGroup | null>(null);
  // Where the address names no group of ours, one can be chosen here as without any; until then a file is refused
  // rather than sent for nobody.
  const choosing = cim === '' || named.isError;
  const group = choosing ? picked : (named.data ?? null);
  const user = useUser();
  const wanted =
    user?.assignedGroupsOnly === true && group === null
      ? t`Choose the employer group first; you work on assigned groups only.`
      : undefined;
  const uploads = useUploads(user?.id);
  useEffect(prepareToSend, []);

  return (
    <>
      <PageHeader
        title={isEmployeeImport ? t`Employee Import` : t`File Upload Center`}
        breadcrumb={[{ label: t`File Processing` }]}
        actions={
          <>
            <ButtonLink to={paths.filesPartners}>
              <Trans>Trading partners</Trans>
            </ButtonLink>
            <ButtonLink to={paths.filesOutbound}>
              <Trans>Carrier files</Trans>
            </ButtonLink>
            {group && (
              <ButtonLink to={paths.group(group.id, 'members')}>
                <Trans>View group</Trans>
              </ButtonLink>
            )}
          </>
        }
      />
      {parameters.get('success') === 'true' && (
        <Banner tone="good" role="status" title={t`Group created successfully! Now add your employees.`}>
          {group && (
            <Trans>
              Files uploaded here go to {group.name}, <span className={`mono ${classes.cim}`}>{group.cim}</span>.
            </Trans>
          )}
        </Banner>
      )}
      {cim !== '' && named.isError && (
        <div className={classes.line}>
          <ErrorLine error={named.error} />
        </div>
      )}
      <div className={classes.page}>
        <div className={classes.upload}>
          {choosing
            ? mayNot === undefined && (
                <GroupPicker
                  label={t`Employer group`}
                  hint={cim === '' && wanted === undefined}
                  takesFocus={rechoosing}
                  onPick={setPicked}
                />
              )
            : named.data &&
              parameters.get('success') !== 'true' && (
                <div className={classes.target}>
                  <p>
                    <Trans>
                      Files uploaded here go to <b>{named.data.name}</b>,{' '}
                      <span className={`mono ${classes.cim}`}>{named.data.cim}</span>.
                    </Trans>
                  </p>
                  <Link
                    to={isEmployeeImport ? `${paths.filesUpload}?import=employees` : paths.filesUpload}
                    onClick={() => setRechoosing(true)}
                  >
                    <Trans>Choose another group</Trans>
                  </Link>
                </div>
              )}
          <DropZone
            primary={uploads.length === 0}
            disabledReason={mayNot ?? wanted}
            onFiles={(files) => user && sendFiles(files, group?.cim ?? (cim === '' ? undefined : cim), user.id)}
          />
          <UploadList uploads={uploads} />
        </div>
        <QueueList />
      </div>
    </>
  );
}
