import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '../ui/Icon.tsx';
import classes from './CommandPalette.module.css';
import { type PaletteGroup, type PaletteItem, usePaletteItems } from './palette-items.ts';

function Options({ groups, active, listId, onHover, onChoose }: { groups: readonly PaletteGroup[]; active: PaletteItem | undefined; listId: string; onHover: (item: PaletteItem) => void; onChoose: (item: PaletteItem) => void }) {
  return groups.map((group) => (
    <div key={group.id} role="group" aria-labelledby={`${listId}-${group.id}`}>
      <div className={classes.heading} id={`${listId}-${group.id}`} role="presentation">
        {group.heading}
      </div>
      {group.items.map((item) => (
        <div
          key={item.id}
          id={`${listId}-${item.id}`}
          role="option"
          aria-selected={item === active}
          tabIndex={-1}
          className={classes.option}
          onMouseMove={() => onHover(item)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
          onKeyDown={undefined}
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

function PaletteBody({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { groups, searching, failed } = usePaletteItems(text, true);
  const items = groups.flatMap((group) => group.items);
  const at = Math.max(0, items.findIndex(({ id }) => id === chosen));
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
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: Math.min(at + 8, items.length - 1), PageUp: Math.max(at - 8, 0) }[event.key];
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
          autoFocus
        />
        <kbd>Esc</kbd>
      </div>
      <div className={classes.list}>
        <div id={listId} role="listbox" aria-label={t`Results`} aria-busy={searching || undefined}>
          <Options groups={groups} active={active} listId={listId} onHover={({ id }) => setChosen(id)} onChoose={choose} />
        </div>
        <p className={items.length === 0 ? classes.none : 'sr'} role="status">
          {searching && <Trans>Searching...</Trans>}
          {!searching && failed && <Trans>The search did not answer. Pages can still be opened.</Trans>}
          {!searching && !failed && items.length === 0 && <Trans>No results found</Trans>}
        </p>
      </div>
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
    </>
  );
}

/** Pages, groups and members from the keyboard: a modal dialog with a combobox over a listbox. */
export function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened) dialog.current?.showModal();
    else dialog.current?.close();
  }, [opened]);
  return (
    <dialog
      ref={dialog}
      className={classes.palette}
      aria-label={t`Search or jump to…`}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      {opened && <PaletteBody onClose={onClose} />}
    </dialog>
  );
}
