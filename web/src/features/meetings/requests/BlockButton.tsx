import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { meetingsKey } from './request-queries.ts';
import styles from './Requests.module.css';
import { useWords } from './use-words.ts';

/** The host wants no more requests of this person, or again. */
export function BlockButton({ request }: { request: WireRequest }) {
  const { t, name } = useWords(request);
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const block = useMutation({
    mutationFn: (blocked: boolean) =>
      call('POST /private_requests/block', { body: { request_uuid: request.request_uuid, blocked } }),
    onSuccess: async ({ blocked }) => {
      setAsks(false);
      toastGood(t(blocked ? 'block.done' : 'block.undone', { name }));
      await client.invalidateQueries({ queryKey: meetingsKey });
    },
    onError: (error) => toastError(messageOf(error)),
  });
  if (request.viewer_blocked)
    return (
      <Button variant="default" loading={block.isPending} onClick={() => block.mutate(false)}>
        {t('block.undo', { name })}
      </Button>
    );
  return (
    <>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        {t('block.open', { name })}
      </Button>
      {asks && (
        <Dialog
          title={t('block.title', { name })}
          onClose={() => setAsks(false)}
          fullScreenOnPhone={false}
          closable={!block.isPending}
        >
          <p>{t('block.text', { name })}</p>
          <p className={styles.terms}>{t('block.secret', { name })}</p>
          <div className={styles.buttons}>
            <Button size="lg" variant="ink" disabled={block.isPending} onClick={() => setAsks(false)} data-autofocus>
              {t('block.keep')}
            </Button>
            <Button size="lg" variant="outline" loading={block.isPending} onClick={() => block.mutate(true)}>
              {t('block.confirm')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
