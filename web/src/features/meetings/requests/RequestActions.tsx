import { IconCalendarPlus, IconDoorEnter } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { ReviewButton, useMayReview } from '#web/features/reviews/index.ts';
import { download } from '#web/shared/download.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { AcceptDialog } from './dialogs/AcceptDialog.tsx';
import { AgreeDialog } from './dialogs/AgreeDialog.tsx';
import { CancelDialog } from './dialogs/CancelDialog.tsx';
import ModifyDialog from './dialogs/ModifyDialog.tsx';
import { RejectDialog } from './dialogs/RejectDialog.tsx';
import { meetingFile } from './meeting-file.ts';
import { may, requestPath } from './request-model.ts';
import styles from './Requests.module.css';
import { useWords } from './use-words.ts';

/** The button that opens the checkout: it belongs to another feature. */
export type PayingButton = ComponentType<{ request: WireRequest }>;

interface RequestActionsProps {
  request: WireRequest;
  Pay: PayingButton | undefined;
  /** In a list: the next step, every answer to a new request, and a link to the rest. */
  brief?: boolean;
}

const dialogs = {
  accept: AcceptDialog,
  reject: RejectDialog,
  modify: ModifyDialog,
  agree: AgreeDialog,
  cancel: CancelDialog,
};
type DialogName = keyof typeof dialogs;

export const roomOf = (request: Pick<WireRequest, 'request_uuid'>): string => `/streaming/${request.request_uuid}`;

/** What the caller may do with a request now, the next step first. */
export function RequestActions({ request, Pay, brief = false }: RequestActionsProps) {
  const { t, when } = useWords(request);
  const [dialog, setDialog] = useState<DialogName>();
  const isOver = request.state === 'finished';
  const mayReview = useMayReview(request.request_uuid, isOver && may(request, 'review'));
  const Dialog = dialog && dialogs[dialog];
  const act = (name: DialogName, text: string, variant: 'filled' | 'default' = 'default') => (
    <Button variant={variant} onClick={() => setDialog(name)}>
      {text}
    </Button>
  );
  return (
    <>
      <div className={styles.actions}>
        {may(request, 'enter') && (
          <Button
            component={Link}
            to={roomOf(request)}
            leftSection={<IconDoorEnter size={18} stroke={1.8} aria-hidden="true" />}
          >
            {t('actions.enter')}
          </Button>
        )}
        {may(request, 'take_back') &&
          act('cancel', t(request.total > 0 ? 'actions.take_back' : 'actions.cancelMeeting'))}
        {may(request, 'accept') && act('accept', t('actions.accept'), 'filled')}
        {may(request, 'agree') && act('agree', t('actions.agree'), 'filled')}
        {may(request, 'purchase') && Pay && <Pay request={request} />}
        {isOver && mayReview && <Review request={request} />}
        {may(request, 'modify') && (!brief || may(request, 'accept')) && act('modify', t('actions.modify'))}
        {may(request, 'reject') && act('reject', t('actions.reject'))}
        {!brief && (
          <>
            <CalendarButton request={request} />
            {may(request, 'cancel') && !may(request, 'take_back') && (
              <CancelButton request={request} onPress={() => setDialog('cancel')} />
            )}
          </>
        )}
        {brief && (
          <Button
            variant="default"
            component={Link}
            to={requestPath(request)}
            aria-label={t('actions.detailsOf', { when })}
          >
            {t('actions.details')}
          </Button>
        )}
      </div>
      {Dialog && <Dialog request={request} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function CancelButton({ request, onPress }: { request: WireRequest; onPress: () => void }) {
  const { t } = useWords(request);
  const isAgreed = ['accepted', 'confirmed'].includes(request.state);
  return (
    <Button variant="quiet" onClick={onPress}>
      {t(isAgreed ? 'actions.cancelMeeting' : 'actions.cancelRequest')}
    </Button>
  );
}

function Review({ request }: { request: WireRequest }) {
  const { t, name } = useWords(request);
  return <ReviewButton eventUuid={request.request_uuid} title={t('title', { name })} variant="ink" />;
}

/** The file is made here: no address gives a private meeting away. */
function CalendarButton({ request }: { request: WireRequest }) {
  const { t, name } = useWords(request);
  if (request.state !== 'confirmed') return null;
  const { origin } = window.location;
  const save = () =>
    download(
      t('calendarFile'),
      'text/calendar;charset=utf-8',
      meetingFile(request, {
        title: t('title', { name }),
        room: origin + roomOf(request),
        page: origin + requestPath(request),
      }),
    );
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarPlus size={18} stroke={1.7} aria-hidden="true" />}
      onClick={save}
    >
      {t('actions.calendar')}
    </Button>
  );
}
