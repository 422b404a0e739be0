import { Trans } from '@lingui/react/macro';
import { SETUP_STEPS } from '@openbenefits/domain/groups/group-setup';
import { StatusSign } from '../../ui/StatusSign.tsx';
import { useWizard } from './wizard-context.ts';
import classes from './Wizard.module.css';
import { words } from '../../words.ts';

/** 'There is a problem': the same messages as under the fields, linked to them, and the server's general message. */
export function ProblemSummary({ message }: { message: string | undefined }) {
  const { wizard, problems, goTo } = useWizard();
  const shown = wizard.attempted
    .toSorted((a, b) => a - b)
    .flatMap((step) => (problems[step - 1] ?? []).map((problem) => ({ ...problem, step })));
  if (shown.length === 0 && message === undefined) return null;
  return (
    <section className={classes.summary} aria-labelledby="setup-problem">
      <h2 id="setup-problem">
        <StatusSign sign="alert" />
        <Trans>There is a problem</Trans>
      </h2>
      {message !== undefined && <p role="alert">{message}</p>}
      {shown.length > 0 && (
        <ul>
          {shown.map(({ step, path, message }) => (
            <li key={`${step}/${path}`}>
              <button type="button" onClick={() => goTo(step, path)}>
                {step === wizard.step ? message : `${words(SETUP_STEPS[step - 1] ?? '')}: ${message}`}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
