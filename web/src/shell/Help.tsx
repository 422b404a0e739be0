import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconHelpCircle } from '@tabler/icons-react';
import { IconButton } from '../ui/Button.tsx';
import { Popover } from '../ui/Popover.tsx';
import classes from './Header.module.css';
import { PALETTE_KEYS } from './shortcuts.ts';

const TERMS: readonly (readonly [string, MessageDescriptor])[] = [
  ['CIM', msg`The number that identifies an employer group.`],
  ['834', msg`The X12 file that employers and brokers use to report enrollments, changes and terminations.`],
  ['ICHRA', msg`An employer's monthly allowance for coverage that people buy themselves.`],
  ['COBRA', msg`The right to keep group coverage for a limited time after it would end, at the member's own cost.`],
  ['QLE', msg`Qualifying life event: marriage, birth, loss of coverage. It opens enrollment outside the open period.`],
  ['SIC', msg`The code for a company's industry.`],
];

const KEYS: readonly (readonly [string, MessageDescriptor])[] = [
  [PALETTE_KEYS, msg`Search or jump to anything`],
  ['/', msg`Search on this page`],
  ['Alt T', msg`Go to the notifications at the bottom right`],
  ['Esc', msg`Close a dialog or menu, or clear a search`],
];

export function Help() {
  const { t, i18n } = useLingui();
  return (
    <Popover label={t`Help`} renderTrigger={(props) => <IconButton {...props} icon={IconHelpCircle} label={t`Help`} />}>
      {() => (
        <div className={classes.help}>
          <h2>
            <Trans>Terms</Trans>
          </h2>
          <dl>
            {TERMS.map(([term, meaning]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{i18n._(meaning)}</dd>
              </div>
            ))}
          </dl>
          <h2>
            <Trans>Keyboard shortcuts</Trans>
          </h2>
          <dl>
            {KEYS.map(([keys, effect]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{i18n._(effect)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Popover>
  );
}
