import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { ActionIcon, MultiSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconBroadcast, IconRefresh, IconUsersGroup } from '@tabler/icons-react';
import {
  charCount,
  descriptionCharsMax,
  languagesMax,
  tagCharsMax,
  tagsMax,
  titleCharsMax,
} from '@frontrow/core/events/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { OptionRow } from '#web/shared/ui/OptionRow.tsx';
import styles from './PublishPage.module.css';
import { Section } from './Section.tsx';
import type { Publish } from './use-publish.ts';

function Kind({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { draft, change, massive, problems, fixed } = publish;
  const locked = !massive || fixed.offer;
  const row = (value: 'interactive' | 'broadcast') => ({
    name: 'event-type',
    value,
    checked: draft.kind === value,
    onChoose: () => change({ kind: value }, 'event_ticket_type', 'event_num_attendees', 'event_price_ticket'),
  });
  const problem = problems['event_ticket_type'] ?? problems['event_ticket_type_streaming'];
  return (
    <div>
      <fieldset
        className={styles.kinds}
        id={draft.kind === 'interactive' ? 'event_ticket_type' : 'event_ticket_type_streaming'}
        tabIndex={-1}
        disabled={locked}
      >
        <legend className="fr-visually-hidden">{t('kind')}</legend>
        <OptionRow
          {...row('interactive')}
          icon={<IconUsersGroup size={24} stroke={1.6} />}
          line={t('interactiveLine')}
          disabled={locked}
        >
          {t('interactive')}
        </OptionRow>
        <OptionRow
          {...row('broadcast')}
          icon={<IconBroadcast size={24} stroke={1.6} />}
          line={t(massive ? 'broadcastLine' : 'broadcastAsk')}
          disabled={locked}
        >
          {t('broadcast')}
        </OptionRow>
      </fieldset>
      {problem && <p className={styles.problem}>{problem}</p>}
    </div>
  );
}

/** Type, title, description, tags, languages, category. */
export function BasicsSection({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { draft, change, problems, catalog, fixed } = publish;
  const { languages, categories, failed, retry } = catalog;
  const again = (
    <ActionIcon variant="subtle" aria-label={t('again')} onClick={retry}>
      <IconRefresh size={18} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
  const count = (text: string, max: number) => t('counter', { count: charCount(text), max });
  const removable = (name: string) => ({ 'aria-label': t('remove', { name }) });
  return (
    <Section title={t('basics')}>
      <div className={styles.fields}>
        <Kind publish={publish} />
        <TextInput
          id="event_title"
          label={t('name')}
          value={draft.title}
          error={problems['event_title']}
          disabled={fixed.title}
          description={fixed.title ? t('titleFixed') : count(draft.title, titleCharsMax)}
          onChange={(event) => change({ title: event.currentTarget.value }, 'event_title')}
        />
        <Textarea
          id="event_description"
          label={t('description')}
          autosize
          minRows={3}
          maxRows={10}
          value={draft.description}
          error={problems['event_description']}
          description={`${count(draft.description, descriptionCharsMax)} · ${t('links', { host: 'https://' })}`}
          onChange={(event) => change({ description: event.currentTarget.value }, 'event_description')}
        />
        <TagsInput
          id="event_tags"
          label={t('tags')}
          description={t('tagsHelp')}
          placeholder={draft.tags.length === 0 ? t('tagsPlaceholder') : ''}
          value={draft.tags}
          maxTags={tagsMax}
          maxLength={tagCharsMax}
          splitChars={[',']}
          error={problems['event_tags']}
          onChange={(tags) => change({ tags }, 'event_tags')}
        />
        <div className={`${styles.pair} ${styles.stacked}`}>
          <MultiSelect
            id="event_lang_ides"
            label={t('languages')}
            placeholder={draft.langIdes.length === 0 ? t('languagesPlaceholder') : ''}
            data={(languages ?? []).map((language) => ({
              value: String(language.lang_ide),
              label: language.lang_description,
            }))}
            rightSection={failed && !languages ? again : undefined}
            rightSectionPointerEvents="all"
            value={draft.langIdes.map(String)}
            maxValues={languagesMax}
            error={problems['event_lang_ides']}
            onChange={(ides) => change({ langIdes: ides.map(Number) }, 'event_lang_ides')}
          />
          <Select
            id="event_category_ide"
            label={t('category')}
            placeholder={t('categoryPlaceholder')}
            rightSection={failed && !categories ? again : undefined}
            data={(categories ?? []).map((category) => ({
              value: String(category.category_ide),
              label: category.category_description,
            }))}
            value={draft.categoryIde === null ? null : String(draft.categoryIde)}
            clearable
            clearButtonProps={removable(t('category'))}
            error={problems['event_category_ide']}
            onChange={(ide) => change({ categoryIde: ide === null ? null : Number(ide) }, 'event_category_ide')}
          />
        </div>
      </div>
    </Section>
  );
}
