import { mailSubjects } from '../support/mailbox.ts';
import { adminEmail } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test('a visitor searches help, finds nothing, and writes to support', { tag: '@long' }, async ({ people, product }) => {
  const { page } = await people.newViewer();
  await page.goto(`${product.url}/help`);
  const field = page.getByRole('searchbox', { name: 'Search help' });
  await field.fill('refund');
  await expect(page.getByText(/answers for “refund”/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'My tickets' }).first()).toBeVisible();
  await field.fill('smell-o-vision');
  await expect(page.getByText('No answers for “smell-o-vision”')).toBeVisible();
  await expect(page.getByText('I can’t find my ticket email')).toBeVisible();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Enter a message.')).toBeVisible();
  await page.getByLabel('What is it about?').selectOption('Something else');
  await page.getByLabel('Email address').fill('curious@mail.com');
  await page.getByLabel('Message').fill('Can I smell the ramen?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Thanks for writing. We’ll reply to curious@mail.com.')).toBeVisible();
  await expect.poll(() => mailSubjects(product, adminEmail)).toContain('Support request: Something else');
});
