import { Trans, useLingui } from '@lingui/react/macro';
import { add } from '@openbenefits/domain/money';
import { explanationText } from '@openbenefits/domain/plans/price-words';
import { useMutation } from '@tanstack/react-query';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { api } from '../../api.ts';
import { saveBytes } from '../../exports/save-bytes.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toastError } from '../../ui/toasts.ts';
import { useCopyText } from '../explain/ExplainPopover.tsx';
import classes from './Calculator.module.css';
import { type GroupFinder, Inputs } from './Inputs.tsx';
import { Result } from './Result.tsx';
import { calculationOf, type Calculator, peopleToSend, useCalculator } from './use-calculator.ts';

function Actions({ calculator }: { calculator: Calculator }) {
  const { t } = useLingui();
  const copy = useCopyText();
  const { result, form } = calculator;
  const reason = result ? undefined : t`There is no result yet`;
  const printing = useMutation({
    mutationFn: () => {
      const { planIds, people, ...rest } = calculationOf(form.values);
      return api.plans.calculationPdf({ ...rest, planIds: [...planIds], people: peopleToSend(people) });
    },
    onSuccess: ({ fileName, base64 }) => saveBytes(fileName, 'application/pdf', base64),
    onError: (error) => toastError(error),
  });
  const text = () => {
    const prices = result?.plans.map(({ price }) => price) ?? [];
    const known = prices.flatMap(({ monthly }) => monthly ?? []);
    return explanationText(prices, prices.length === 1 && known.length === 1 ? add(...known) : null);
  };
  return (
    <>
      <Button icon={IconCopy} disabledReason={reason} onClick={() => copy(text())}>
        <Trans>Copy as text</Trans>
      </Button>
      <Button icon={IconPrinter} disabledReason={reason} onClick={() => globalThis.print()}>
        <Trans>Print</Trans>
      </Button>
      <Button icon={IconDownload} disabledReason={reason} busy={printing.isPending} onClick={() => printing.mutate()}>
        <Trans>Download PDF</Trans>
      </Button>
    </>
  );
}

/** The Rate Calculator (picture 12): prices any household by the function that bills. */
export function CalculatorPage({ GroupPicker }: { GroupPicker: GroupFinder }) {
  const { t } = useLingui();
  const calculator = useCalculator();
  return (
    <>
      <PageHeader
        title={t`Rate Calculator`}
        breadcrumb={[{ label: t`Plan and Rate Management`, to: paths.plans }]}
        actions={
          <span className={`no-print ${classes.actions}`}>
            <Actions calculator={calculator} />
          </span>
        }
      />
      <div className={`panel ${classes.page}`}>
        <Inputs calculator={calculator} GroupPicker={GroupPicker} />
        <Result calculator={calculator} />
      </div>
    </>
  );
}
