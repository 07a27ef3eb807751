import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { ActionIcon, MultiSelect, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Controller, useFieldArray, useForm, useWatch } from 'react-hook-form';
import type { WireHostPage } from '@frontrow/contract/hosts/api.ts';
import { charCount, languagesMax } from '@frontrow/core/events/limits.ts';
import { bioCharsMax, hostLinksMax, linkCharsMax } from '@frontrow/core/hosts/host-profile.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { FormRefusal, formStyles, shownStyles as styles, showRefusal } from '#web/features/accounts/index.ts';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import { languagesQuery } from '#web/shared/catalog/queries.ts';
import { call } from '#web/shared/api/call.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { hostQuery } from './queries.ts';

/** Bio, languages and links of the public page. */
export function HostBioSection({ host, username }: { host: WireHostPage['host']; username: string }) {
  const { t } = useTranslation('public-profile');
  const client = useQueryClient();
  const languages = useQuery(languagesQuery);
  const form = useForm({
    defaultValues: {
      bio: host.host_bio,
      lang_ides: host.host_lang_ides.map(String),
      links: (host.host_links.length > 0 ? host.host_links : ['']).map((url) => ({ url })),
    },
  });
  const bio = useWatch({ control: form.control, name: 'bio' });
  const rows = useFieldArray({ control: form.control, name: 'links' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ lang_ides, links, ...words }) => {
    try {
      const body = { ...words, lang_ides: lang_ides.map(Number), links: links.map((row) => row.url) };
      const kept = await call('POST /influencer/profile', { body });
      // What was typed while it was being saved stays.
      if (form.getValues('bio') === words.bio) form.setValue('bio', kept.host_bio);
      if (JSON.stringify(form.getValues('links')) === JSON.stringify(links))
        form.setValue(
          'links',
          (kept.host_links.length > 0 ? kept.host_links : ['']).map((url) => ({ url })),
        );
      toastGood(t('saved'));
      await client.invalidateQueries({ queryKey: hostQuery(username).queryKey });
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <AccountSection title={t('host.words')}>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          // A refusal of all links is at no field that typing would clear, and a form with an error is not sent.
          form.clearErrors('links');
          void submit(event);
        }}
        noValidate
      >
        <Textarea
          label={t('host.bio')}
          autosize
          minRows={4}
          maxRows={12}
          description={t('host.bioHelp', { count: charCount(bio), max: bioCharsMax })}
          error={errors.bio?.message}
          {...form.register('bio')}
        />
        <Controller
          control={form.control}
          name="lang_ides"
          render={({ field }) => (
            <MultiSelect
              label={t('host.languages')}
              placeholder={field.value.length === 0 ? t('host.languagesPlaceholder') : ''}
              data={(languages.data ?? []).map((language) => ({
                value: String(language.lang_ide),
                label: language.lang_description,
              }))}
              value={field.value}
              maxValues={languagesMax}
              error={errors.lang_ides?.message}
              onChange={field.onChange}
            />
          )}
        />
        <fieldset className={styles.links}>
          <legend>{t('host.links')}</legend>
          <p className={styles.soft}>{t('host.linksHelp', { max: hostLinksMax })}</p>
          {rows.fields.map((row, index) => (
            <div key={row.id} className={styles.link}>
              <TextInput
                aria-label={t('host.link', { number: index + 1 })}
                placeholder={t('host.linkPlaceholder')}
                type="url"
                autoComplete="url"
                maxLength={linkCharsMax}
                {...form.register(`links.${index}.url`)}
              />
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={t('host.removeLink', { number: index + 1 })}
                onClick={() => rows.remove(index)}
              >
                <IconX size={20} aria-hidden="true" />
              </ActionIcon>
            </div>
          ))}
          {errors.links?.message && (
            <p className={styles.problem} role="alert">
              {errors.links.message}
            </p>
          )}
          {rows.fields.length < hostLinksMax && (
            <Button variant="default" className={styles.start ?? ''} onClick={() => rows.append({ url: '' })}>
              {t('host.addLink')}
            </Button>
          )}
        </fieldset>
        <FormRefusal message={errors.root?.message} />
        <Button type="submit" loading={isSubmitting} className={styles.start ?? ''}>
          {t('save')}
        </Button>
      </form>
    </AccountSection>
  );
}
