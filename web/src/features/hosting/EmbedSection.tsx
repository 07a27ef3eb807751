import '#web/shared/styles/components.ts';
import { Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { type EmbedKind, embedPath, embedSizes, frameTag, scriptTag } from '@frontrow/contract/embeds/snippets.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { copyText } from '#web/shared/copy-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form, unlessTyped } from '#web/shared/ui/Form.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import styles from './ShareEvent.module.css';

const kinds: readonly EmbedKind[] = ['event', 'button'];
const sitesKey = ['host', 'embed_sites'];

/** Sells the event on the host's own website: code to copy, what it will look like, and where it may be shown. */
export function EmbedSection({ event }: { event: WireEvent }) {
  const { t } = useTranslation('hostarea');
  return (
    <section className={styles.embed} aria-labelledby="embed">
      <h2 id="embed">{t('embed.title')}</h2>
      <p className={styles.soft}>{t('embed.text')}</p>
      {kinds.map((kind) => (
        <Snippet key={kind} kind={kind} event={event} />
      ))}
      <Sites />
    </section>
  );
}

function Snippet({ kind, event }: { kind: EmbedKind; event: WireEvent }) {
  const { t } = useTranslation('hostarea');
  const publicUrl = window.location.origin;
  const title = event.event_title;
  const code = `${frameTag({ kind, publicUrl, eventUuid: event.event_uuid, title })}\n${scriptTag(publicUrl)}`;
  const copy = () => void copyText(code, { done: t('embed.copied'), label: t(`embed.copy.${kind}`) });
  return (
    <div className={styles.snippet}>
      <iframe
        className={styles.frame}
        src={embedPath(kind, event.event_uuid)}
        title={t(`embed.preview.${kind}`)}
        width={embedSizes[kind].width}
        height={embedSizes[kind].height}
        sandbox="allow-popups allow-scripts"
        loading="lazy"
      />
      <div>
        <Textarea
          label={t(`embed.code.${kind}`)}
          readOnly
          autosize
          minRows={3}
          value={code}
          classNames={{ input: styles.code ?? '' }}
          onFocus={(focus) => focus.currentTarget.select()}
        />
        <Button size="sm" variant="default" className={styles.copy ?? ''} onClick={copy}>
          {t(`embed.copy.${kind}`)}
        </Button>
      </div>
    </div>
  );
}

function Sites() {
  const sites = useQuery({ queryKey: sitesKey, queryFn: () => call('GET /host/embed_sites') });
  if (sites.isLoadingError) return <ErrorNote error={sites.error} onRetry={() => void sites.refetch()} />;
  return sites.data ? <SitesForm {...sites.data} /> : <Skeleton height={120} radius={12} />;
}

function SitesForm({ embed_sites: kept }: AnswerOf<'GET /host/embed_sites'>) {
  const { t } = useTranslation('hostarea');
  const client = useQueryClient();
  const [text, setText] = useState((kept ?? []).join('\n'));
  const [only, setOnly] = useState(kept !== null);
  const save = useMutation({
    mutationFn: (sent: string) =>
      call('POST /host/embed_sites', { body: { embed_sites: only ? sent.split(/\s+/) : null } }),
    onSuccess: (saved, sent) => {
      client.setQueryData(sitesKey, saved);
      setText(unlessTyped(sent, (saved.embed_sites ?? []).join('\n')));
      toastGood(t('embed.saved'));
    },
  });
  return (
    <Form
      className={styles.sites}
      onSubmit={() => {
        save.mutate(text);
      }}
    >
      <fieldset>
        <legend>{t('embed.where')}</legend>
        {[false, true].map((limited) => (
          <label key={String(limited)} className={styles.choice}>
            <input type="radio" name="embed-sites" checked={only === limited} onChange={() => setOnly(limited)} />
            {t(limited ? 'embed.only' : 'embed.any')}
          </label>
        ))}
      </fieldset>
      {only && (
        <Textarea
          label={t('embed.sites')}
          description={t('embed.sitesHelp')}
          placeholder="https://example.com"
          autosize
          minRows={2}
          maxRows={8}
          value={text}
          error={save.isError ? messageOf(save.error) : undefined}
          onChange={(change) => setText(change.currentTarget.value)}
        />
      )}
      {!only && save.isError && <ErrorNote error={save.error} />}
      <Button type="submit" size="sm" variant="default" loading={save.isPending} className={styles.copy ?? ''}>
        {t('embed.save')}
      </Button>
    </Form>
  );
}
