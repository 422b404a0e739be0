import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '../ui/Icon.tsx';
import { useModalDialog } from '../ui/modal-dialog.ts';
import classes from './CommandPalette.module.css';
import { type PaletteGroup, type PaletteItem, usePaletteItems } from './palette-items.ts';

/** ARIA roles, because no HTML element is a list controlled by a separate input. */
const ROLE = { list: { role: 'listbox' }, group: { role: 'group' }, option: { role: 'option', tabIndex: -1 } } as const;

function Options({
  groups,
  active,
  listId,
  onHover,
  onChoose,
}: {
  groups: readonly PaletteGroup[];
  active: PaletteItem | undefined;
  listId: string;
  onHover: (item: PaletteItem) => void;
  onChoose: (item: PaletteItem) => void;
}) {
  // The keyboard works from the input; the pointer only points. Pressing must not take the focus from the input.
  const pointer = (item: PaletteItem) => ({
    onMouseMove: () => onHover(item),
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: () => onChoose(item),
  });
  return groups.map((group) => (
    <div key={group.id} {...ROLE.group} aria-labelledby={`${listId}-${group.id}`}>
      <div className={classes.heading} id={`${listId}-${group.id}`} role="presentation">
        {group.heading}
      </div>
      {group.items.map((item) => (
        <div
          key={item.id}
          id={`${listId}-${item.id}`}
          {...ROLE.option}
          aria-selected={item === active}
          className={classes.option}
          {...pointer(item)}
        >
          <Icon of={item.icon} />
          <span className="trunc">
            <b>{item.label}</b>
            {item.meta && <small className="num">{item.meta}</small>}
          </span>
          {item.where && <span className={`${classes.where} trunc`}>{item.where}</span>}
        </div>
      ))}
    </div>
  ));
}

function SearchStatus({ searching, failed, isEmpty }: { searching: boolean; failed: boolean; isEmpty: boolean }) {
  return (
    <output className={isEmpty ? classes.none : 'sr'}>
      {searching && <Trans>Searching...</Trans>}
      {!searching && failed && <Trans>The search did not respond. You can still open pages.</Trans>}
      {!searching && !failed && isEmpty && <Trans>No results found</Trans>}
    </output>
  );
}

function KeyHints() {
  return (
    <div className={classes.foot} aria-hidden="true">
      <span>
        <kbd>↑ ↓</kbd>
        <Trans>move</Trans>
      </span>
      <span>
        <kbd>Enter</kbd>
        <Trans>open</Trans>
      </span>
    </div>
  );
}

function PaletteBody({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { groups, searching, failed } = usePaletteItems(text, true);
  const items = groups.flatMap((group) => group.items);
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === chosen),
  );
  const active = items[at];

  useEffect(() => {
    if (active) document.getElementById(`${listId}-${active.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  const choose = (item: PaletteItem) => {
    onClose();
    void navigate(item.to);
  };

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: Math.min(at + 8, items.length - 1),
      PageUp: Math.max(at - 8, 0),
    }[event.key];
    if (to !== undefined && items.length > 0) {
      event.preventDefault();
      setChosen(items[(to + items.length) % items.length]?.id ?? null);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active);
    }
  };

  return (
    <>
      <div className={classes.top}>
        <Icon of={IconSearch} />
        <input
          role="combobox"
          aria-label={t`Search or jump to…`}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${active.id}`}
          aria-autocomplete="list"
          placeholder={t`Search or jump to…`}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(null);
          }}
          onKeyDown={press}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
        <kbd>Esc</kbd>
      </div>
      <div className={classes.list}>
        <div id={listId} {...ROLE.list} aria-label={t`Results`} aria-busy={searching || undefined}>
          <Options
            groups={groups}
            active={active}
            listId={listId}
            onHover={({ id }) => setChosen(id)}
            onChoose={choose}
          />
        </div>
        <SearchStatus searching={searching} failed={failed} isEmpty={items.length === 0} />
      </div>
      <KeyHints />
    </>
  );
}

/** Pages, groups and members from the keyboard: a modal dialog with a combobox over a listbox. */
export function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const dialog = useModalDialog(opened, onClose);
  return (
    <dialog ref={dialog} className={classes.palette} aria-label={t`Search or jump to…`}>
      {opened && <PaletteBody onClose={onClose} />}
    </dialog>
  );
}
