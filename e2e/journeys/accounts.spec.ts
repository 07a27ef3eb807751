import type { Page } from '@playwright/test';
import { newAccount, newPassword } from '../support/account.ts';
import { authenticatorCode } from '../support/authenticator.ts';
import { mailLink } from '../support/mailbox.ts';
import { callApi, viewer2Email } from '../support/session.ts';
import { detail, expect, test } from '../support/test.ts';

/** Once the page answers: before that the link leads to the login page, which knows of no way back. */
async function pressesLogIn(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Log in or sign up' }).first();
  await link.waitFor();
  await page.locator('html[data-ready]').waitFor();
  await link.click();
}

async function continueWithInstagram(page: Page, handle: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Instagram' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in with Instagram (local stand-in)' })).toBeVisible();
  await page.getByLabel('Instagram name').fill(handle);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function fillForm(page: Page, email: string, repeat: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Repeat email').fill(repeat);
  await page.getByLabel('Name', { exact: true }).fill('Ines');
  await page.getByLabel('Surname').fill('Salgado');
  await page.getByLabel('Date of birth').fill('1994-02-03');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

test(
  'someone signs up with Instagram and logs in with it the next time',
  { tag: '@long' },
  async ({ people, product }) => {
    const { page } = await people.newViewer();
    await page.goto(`${product.url}/terms/service`);
    await pressesLogIn(page);
    await continueWithInstagram(page, 'ines.salgado');
    await expect(page).toHaveURL(`${product.url}/social_sign_up`);
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByLabel('Username')).toHaveValue('ines.salgado');
    await fillForm(page, 'ines@mail.com', 'inez@mail.com');
    await expect(page.getByText('Emails must match.')).toBeVisible();
    await page.getByLabel('Repeat email').fill('ines@mail.com');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(`${product.url}/terms/service`);
    await expect(page.getByText('Please confirm your email address')).toBeVisible();
    expect(await mailLink(product, 'ines@mail.com', '/verify_email')).toContain('#token=');

    const again = await people.newViewer();
    await again.page.goto(`${product.url}/login`);
    // What was asked for one mail is no answer about the other.
    await again.page.getByRole('button', { name: 'Forgot your password?' }).click();
    await again.page.getByLabel('Email').fill('nobody@mail.com');
    await again.page.getByLabel('Email').press('Enter');
    await expect(again.page.getByText('if nobody@mail.com has an account')).toBeFocused();
    await again.page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(again.page.getByLabel('Email')).toBeFocused();
    await continueWithInstagram(again.page, 'ines.salgado');
    await expect(again.page.getByRole('button', { name: 'Your account, Ines' })).toBeVisible();
  },
);

test(
  'an address with an account is connected by its mail, in the same browser',
  { tag: '@long' },
  async ({ people, product }) => {
    const { page } = await people.newViewer();
    await page.goto(`${product.url}/signup`);
    await continueWithInstagram(page, 'somebody.else');
    await fillForm(page, viewer2Email, viewer2Email);
    await expect(page.getByRole('button', { name: 'Your account, Ines' })).toBeVisible();
    const link = await mailLink(product, viewer2Email, '/social_link');
    const other = await people.newViewer();
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Connect Instagram' }).click();
    await expect(
      other.page.getByText('Open this link in the browser where you continued with Instagram.'),
    ).toBeVisible();
    await page.goto(link);
    await page.getByRole('button', { name: 'Connect Instagram' }).click();
    await expect(page.getByText('Instagram is connected.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Your account, Ines' })).toBeHidden();
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();
  },
);

test(
  'who signs up twice learns it from the mail alone, and keeps one account',
  { tag: '@long' },
  async ({ people, product }) => {
    const email = 'paula@mail.com';
    const signUp = (username: string) =>
      callApi(product, 'POST', '/auth/signup', {
        body: {
          email,
          password: 'Twice-over-2026',
          username,
          name: 'Paula',
          surname: 'Novak',
          date_of_birth: '1992-08-09',
          accept_terms: true,
        },
      });
    await signUp('paula.novak');
    const [, token] = (await mailLink(product, email, '/verify_email')).split('#token=');
    await callApi(product, 'POST', '/auth/verify_email', { body: { token } });
    const { page } = await people.newViewer();
    await page.goto(`${product.url}/signup`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('Twice-over-2027');
    await page.getByLabel('Repeat password').fill('Twice-over-2027');
    await page.getByLabel('Username').fill('paula.again');
    await page.getByLabel('Name', { exact: true }).fill('Paula');
    await page.getByLabel('Surname').fill('Novak');
    await page.getByLabel('Date of birth').fill('1992-08-09');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    // The form was scrolled; the next page begins at its top.
    await expect(page.getByText('Please confirm your email address')).toBeInViewport();
    // Only the mail to an address with an account has this link: the newest mail is that one now.
    await mailLink(product, email, '/login');
    await page.goto(`${product.url}/verify_email`);
    await expect(page.getByText('This link is incomplete.')).toBeVisible();
    const cut = page.getByRole('heading', { level: 1 });
    await expect(cut).toBeFocused();
    await expect(cut).toHaveCSS('outline-style', 'none');
    await expect(page.getByRole('link', { name: 'See what’s on' })).toBeVisible();
    const { hash } = new URL(await mailLink(product, email, '/verify_email'));
    await page.evaluate((mark) => (location.hash = mark), hash);
    const confirm = page.getByRole('button', { name: 'Confirm email' });
    await confirm.waitFor();
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await confirm.press('Enter');
    await expect(page.getByRole('heading', { name: 'You already have an account' })).toBeFocused();
    await expect(page.getByText('This email address belongs to paula.novak.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeHidden();
    await page.goto(`${product.url}/verify_email${hash}`);
    await page.reload();
    await confirm.press('Enter');
    await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
    await expect(confirm).toBeHidden();
    await expect(page.getByRole('main').getByRole('link', { name: 'Log in', exact: true })).toBeFocused();
  },
);

test(
  'two-step login: on with an app, asked for at log-in, a recovery code in need',
  { tag: '@long' },
  async ({ people, product }) => {
    // A separate account: journeys that follow log in with a password alone.
    const email = await newAccount(product, 'tomas.reyes');
    const password = newPassword;
    const { page } = await people.newViewer();
    await page.goto(`${product.url}/terms/service`);
    await pressesLogIn(page);
    const login = page.getByRole('dialog');
    await login.getByLabel('Email').waitFor();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Log in or sign up' }).first()).toBeFocused();
    await page.keyboard.press('Enter');
    const fillLogIn = async () => {
      await login.getByLabel('Email').fill(email);
      await login.getByLabel('Password', { exact: true }).fill(password);
      await login.getByRole('button', { name: 'Log in', exact: true }).last().click();
    };
    await fillLogIn();
    await expect(login).toBeHidden();
    await page.goto(`${product.url}/profile`);
    const dialog = page.getByRole('dialog');
    await detail('Instagram as another way to log in', async () => {
      await page.getByRole('button', { name: 'Connect Instagram' }).click();
      await dialog.getByLabel('Current password').fill(password);
      await dialog.locator('button[type="submit"]').evaluate((button: HTMLButtonElement) => {
        addEventListener('pagehide', () => sessionStorage.setItem('pressable', String(button.ariaDisabled !== 'true')));
      });
      await dialog.getByRole('button', { name: 'Connect Instagram' }).click();
      await page.getByLabel('Instagram name').fill('tomas.reyes');
      // While the other page was on its way nobody was asked to press again.
      expect(await page.evaluate(() => sessionStorage.getItem('pressable'))).toBe('false');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(`${product.url}/profile`);
      await expect(page.getByText('You can log in with Instagram as tomas.reyes.')).toBeVisible();
    });
    await page.getByRole('button', { name: 'Turn on two-step login' }).click();
    await expect(dialog.getByLabel('Current password')).toBeFocused();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByAltText('QR code for your authenticator app')).toBeVisible();
    await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused();
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await expect(dialog.getByRole('link', { name: 'Open in an authenticator app' })).toHaveAttribute(
      'href',
      new RegExp(`^otpauth://totp/.*secret=${secret}`),
    );
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByText('This code is incorrect or was already used.')).toBeVisible();
    await dialog.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret));
    const looked = Promise.withResolvers<void>();
    await page.route('**/api/user/second_factor/confirm', (route) => looked.promise.then(() => route.continue()));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
    await page.keyboard.press('Escape');
    looked.resolve();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    // Shown this once: neither a stray key nor the cross takes them away.
    await expect(dialog.getByText('We can’t show them again.')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
    // Nor do news from before a break of the network.
    await page.clock.setFixedTime(Date.now() + 60_000);
    const news = page.waitForResponse('**/api/user/second_factor');
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    expect(await (await news).json()).toMatchObject({ data: { on: true } });
    await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
    await expect(codes).toHaveCount(10);
    const [recovery, another] = (await codes.allInnerTexts()) as [string, string];
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(dialog).toBeHidden();

    const account = page.getByRole('button', { name: /^Your account/ });
    await account.press('Enter');
    await expect(
      page.getByRole('dialog', { name: 'Your account' }).getByRole('link', { name: 'My account' }),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(account).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Log out', exact: true }).first().click();
    await expect(page).toHaveURL(`${product.url}/`);
    await pressesLogIn(page);
    expect(await page.evaluate(() => localStorage.getItem('frontrow-access-token'))).toBeNull();
    await fillLogIn();
    await expect(login.getByLabel('Authenticator code')).toBeFocused();
    await login.getByRole('button', { name: 'Back to email and password' }).click();
    await expect(login.getByLabel('Email')).toHaveValue(email);
    await expect(login.getByLabel('Password', { exact: true })).toBeFocused();
    await login.getByRole('button', { name: 'Log in', exact: true }).last().click();
    await expect(login.getByLabel('Authenticator code')).toHaveValue('');
    await login.getByLabel('Authenticator code').fill(recovery);
    await login.getByRole('button', { name: 'Log in', exact: true }).last().click();
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();

    await detail('the code is asked for after Instagram, too', async () => {
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${product.url}/login`);
      await continueWithInstagram(page, 'tomas.reyes');
      const code = page.getByLabel('Authenticator code');
      await expect(code).toBeFocused();
      await code.fill('000000');
      await code.press('Enter');
      await expect(page.getByText('This code is incorrect or was already used.')).toBeVisible();
      await code.fill(another);
      await code.press('Enter');
      await expect(page).toHaveURL(`${product.url}/`);
      await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();
    });

    await page.goto(`${product.url}/profile`);
    await detail('a button at work, and a change without an answer', async () => {
      // A button at work keeps the keyboard, and is not pressed twice.
      const answer = Promise.withResolvers<void>();
      let asked = 0;
      await page.route('**/api/user/export', async (route) => {
        asked++;
        await answer.promise;
        await route.continue();
      });
      const take = page.getByRole('button', { name: 'Export my data' });
      await take.press('Enter');
      await expect(take).toBeDisabled();
      await page.keyboard.press('Enter');
      answer.resolve();
      await expect(take).toBeEnabled();
      await expect(take).toBeFocused();
      expect(asked).toBe(1);

      // No answer is not a no: who is logged out by it knows why, and with what to come back.
      await page.route('**/api/user/change_password', (route) => route.abort(), { times: 1 });
      const change = page.getByRole('region', { name: 'Password', exact: true });
      await change.getByLabel('Current password').fill(password);
      for (const label of ['New password', 'Repeat password']) await change.getByLabel(label).fill('Three-steps-2026');
      await change.getByRole('button', { name: 'Change password' }).click();
      await expect(change.getByText('your password may already be the new one')).toBeVisible();
    });

    // Gone for good, and told so.
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    const gone = page.getByRole('dialog', { name: 'Your account has been deleted' });
    await expect(gone.getByText('you’re logged out on all devices')).toBeFocused();
    await gone.getByRole('button', { name: 'See what’s on' }).click();
    await expect(page).toHaveURL(`${product.url}/`);
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeHidden();
  },
);
