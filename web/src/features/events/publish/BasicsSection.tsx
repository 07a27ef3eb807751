import { categoryName } from '#web/shared/catalog/queries.ts';
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
import { fieldId } from './field-id.ts';
import { useField } from './use-field.ts';
import type { Publish } from './use-publish.ts';

/** Interactive or broadcast; only hosts with massive streaming choose, and only until it is published. */
function Kind({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { massive, fixed } = publish;
  const { value, onChange, error } = useField(publish, 'kind');
  const locked = !massive || fixed.offer;
  const row = (kind: typeof value) => ({
    name: 'event-type',
    value: kind,
    checked: value === kind,
    disabled: locked,
    onChoose: () => onChange(kind),
  });
  return (
    <div>
      <fieldset className={styles.kinds} id={fieldId('kind')} tabIndex={-1} disabled={locked}>
        <legend className="fr-visually-hidden">{t('kind')}</legend>
        <OptionRow {...row('interactive')} icon={<IconUsersGroup size={24} stroke={1.6} />} line={t('interactiveLine')}>
          {t('interactive')}
        </OptionRow>
        <OptionRow
          {...row('broadcast')}
          icon={<IconBroadcast size={24} stroke={1.6} />}
          line={t(massive ? 'broadcastLine' : 'broadcastAsk')}
        >
          {t('broadcast')}
        </OptionRow>
      </fieldset>
      {error && <p className={styles.problem}>{error}</p>}
    </div>
  );
}

/** Languages and category. Where their list did not load, an icon at the field loads it again. */
function Filing({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { languages, categories, failed, retry } = publish.catalog;
  const langIdes = useField(publish, 'langIdes');
  const category = useField(publish, 'categoryIde');
  const again = (
    <ActionIcon variant="subtle" aria-label={t('again')} onClick={retry}>
      <IconRefresh size={18} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
  return (
    <div className={`${styles.pair} ${styles.stacked}`}>
      <MultiSelect
        {...langIdes}
        label={t('languages')}
        placeholder={langIdes.value.length === 0 ? t('languagesPlaceholder') : ''}
        data={(languages ?? []).map((language) => ({
          value: String(language.lang_ide),
          label: language.lang_description,
        }))}
        rightSection={failed && !languages ? again : undefined}
        rightSectionPointerEvents="all"
        value={langIdes.value.map(String)}
        maxValues={languagesMax}
        onChange={(ides) => langIdes.onChange(ides.map(Number))}
      />
      <Select
        {...category}
        label={t('category')}
        placeholder={t('categoryPlaceholder')}
        data={(categories ?? []).map((each) => ({
          value: String(each.category_ide),
          label: categoryName(each),
        }))}
        rightSection={failed && !categories ? again : undefined}
        value={category.value === null ? null : String(category.value)}
        clearable
        clearButtonProps={{ 'aria-label': t('remove', { name: t('category') }) }}
        onChange={(ide) => category.onChange(ide === null ? null : Number(ide))}
      />
    </div>
  );
}

/** Type, title, description, tags, languages, category. */
export function BasicsSection({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { fixed } = publish;
  const title = useField(publish, 'title');
  const description = useField(publish, 'description');
  const tags = useField(publish, 'tags');
  const count = (text: string, max: number) => t('counter', { count: charCount(text), max });
  return (
    <Section title={t('basics')}>
      <div className={styles.fields}>
        <Kind publish={publish} />
        <TextInput
          {...title}
          label={t('name')}
          disabled={fixed.title}
          description={fixed.title ? t('titleFixed') : count(title.value, titleCharsMax)}
        />
        <Textarea
          {...description}
          label={t('description')}
          autosize
          minRows={3}
          maxRows={10}
          description={`${count(description.value, descriptionCharsMax)} · ${t('links', { host: 'https://' })}`}
        />
        <TagsInput
          {...tags}
          label={t('tags')}
          description={t('tagsHelp')}
          placeholder={tags.value.length === 0 ? t('tagsPlaceholder') : ''}
          maxTags={tagsMax}
          maxLength={tagCharsMax}
          splitChars={[',']}
        />
        <Filing publish={publish} />
      </div>
    </Section>
  );
}
