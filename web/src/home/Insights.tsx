import { insightTitle } from '@openbenefits/domain/dashboard/insights';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { INSIGHT_LINK } from '../dashboard/insight-links.ts';
import { InsightList, useInsights } from '../dashboard/InsightList.tsx';
import { problemOf } from '../errors.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink, TextButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { words } from '../words.ts';
import classes from './HomePage.module.css';

const SHOWN = 3;

/** Specification 1, section 2.5: the three most urgent recommendations with links to their rows, and a link to all. */
export function Insights() {
  const { t } = useLingui();
  const { data, error } = useInsights();
  const [open, setOpen] = useState(false);
  return (
    <section className={`panel ${classes.insights}`} aria-label={t`AI-Powered Insights`}>
      <div>
        <h2>
          <Trans>AI-Powered Insights</Trans>
        </h2>
        {!data && <p>{error ? problemOf(error).message : <Trans>Checking groups, members and files...</Trans>}</p>}
        {data?.rows.length === 0 && (
          <p>
            <Trans>Nothing needs your attention right now.</Trans>
          </p>
        )}
        {data && data.rows.length > 0 && (
          <ul>
            {data.rows.slice(0, SHOWN).map(({ kind, count, more }) => (
              <li key={kind}>
                <Link to={INSIGHT_LINK[kind]}>{words(insightTitle(kind, count, more))}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <TextButton onClick={() => setOpen(true)}>
        <Trans>View Recommendations</Trans>
      </TextButton>
      {open && (
        <Dialog
          opened
          onClose={() => setOpen(false)}
          size={640}
          title={t`Recommendations`}
          footerNote={<Trans>Based on your groups, members and files.</Trans>}
          footer={
            <>
              <ButtonLink to={paths.dashboard}>
                <Trans>Open the dashboard</Trans>
              </ButtonLink>
              <Button onClick={() => setOpen(false)}>
                <Trans>Close</Trans>
              </Button>
            </>
          }
        >
          <InsightList />
        </Dialog>
      )}
    </section>
  );
}
