import type { Notification } from '@openbenefits/contract/notifications';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconAlertTriangle, IconBell, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { orpc } from '../api.ts';
import { newKey } from '../idempotency.ts';
import { useUser } from '../session.ts';
import { IconButton, TextButton } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon, type IconType } from '../ui/Icon.tsx';
import { Popover } from '../ui/Popover.tsx';
import { closeAround } from '../ui/floating.ts';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import { toastError } from '../ui/toasts.ts';
import classes from './Header.module.css';

const ICONS: Readonly<Record<Notification['severity'], IconType>> = {
  warning: IconAlertTriangle,
  success: IconCheck,
  error: IconAlertCircle,
  info: IconInfoCircle,
};

function Item({ item, onOpen }: { item: Notification; onOpen: (button: Element) => void }) {
  return (
    <li>
      <button
        type="button"
        className={classes.item}
        data-severity={item.severity}
        data-read={item.read || undefined}
        onClick={(event) => onOpen(event.currentTarget)}
      >
        <Icon of={ICONS[item.severity]} />
        <span>
          <b>
            {item.title}
            {!item.read && (
              <span className="sr">
                <Trans>, unread</Trans>
              </span>
            )}
          </b>
          <small>{item.body}</small>
        </span>
        <TimeAgo instant={item.at} />
      </button>
    </li>
  );
}

export function Notifications() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const user = useUser();
  const list = useQuery(orpc.notifications.list.queryOptions({ enabled: user !== null, refetchInterval: 60_000 }));
  const markRead = useMutation(
    orpc.notifications.markRead.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: orpc.notifications.list.key() }),
      onError: (error) => toastError(error),
    }),
  );
  const unread = list.data?.unread ?? 0;
  const items = list.data?.items ?? [];

  const open = (item: Notification, button: Element) => {
    if (!item.read) markRead.mutate({ id: item.id, idempotencyKey: newKey() });
    if (!item.link) return;
    closeAround(button);
    void navigate(item.link);
  };

  return (
    <Popover
      label={t`Notifications`}
      renderTrigger={(props) => (
        <IconButton {...props} icon={IconBell} label={unread > 0 ? t`Notifications, ${unread} new` : t`Notifications`}>
          {unread > 0 && (
            <span className={classes.unread} aria-hidden="true">
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </IconButton>
      )}
    >
      {() => (
        <div className={classes.list}>
          <div className={classes.listHead}>
            <span>
              {unread > 0 ? (
                <Plural value={unread} one="# new notification" other="# new notifications" />
              ) : (
                <Trans>Notifications</Trans>
              )}
            </span>
            {unread > 0 && (
              <TextButton onClick={() => markRead.mutate({ idempotencyKey: newKey() })}>
                <Trans>Mark all as read</Trans>
              </TextButton>
            )}
          </div>
          {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
          {list.data && items.length === 0 && (
            <p className={classes.none}>
              <Trans>Nothing new. Items that need your attention appear here.</Trans>
            </p>
          )}
          <ul className={classes.items}>
            {items.map((item) => (
              <Item key={item.id} item={item} onOpen={(button) => open(item, button)} />
            ))}
          </ul>
        </div>
      )}
    </Popover>
  );
}
