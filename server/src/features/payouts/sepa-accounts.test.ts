import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newHost, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { addAccount, giveMoney, owed, passwordTyped, payoutsOf, requestPayout } from '../../../test/payouts.ts';
import { choosePayouts } from '../../adapters/payouts/choose-payouts.ts';
import { painFaults } from '../../adapters/payouts/pain-schema.ts';
import { sealedAccounts } from './payouts-deps.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp();
  admin = await newAdmin(app);
});
afterAll(() => app.close());

const german = 'DE89370400440532013000';
const swiss = 'CH9300762011623852957';
const atHome = { bic: 'POFICHBEXXX', street: 'Rue de l’Été 7', postcode: '1201', town: 'Genève', country: 'ch' };

async function add(body: object, host?: TestActor) {
  const by = host ?? (await newHost(app));
  await passwordTyped(app, by);
  return app.call('POST /payouts/methods', {
    as: by.token,
    body: { kind: 'sepa', account: german, holder_name: 'Robin Ash', confirm_name: true, ...body },
  });
}
const refusalOf = async (body: object) => {
  const { status, errors } = await add(body);
  return { status, code: errors[0]?.code, field: errors[0]?.field, message: errors[0]?.message };
};
async function waiting(body: object, minor = 1730): Promise<{ host: TestActor; payoutId: string }> {
  const host = await newHost(app);
  await giveMoney(app, host, minor);
  const added = await add(body, host);
  expect(added.errors).toEqual([]);
  const { payout } = (await requestPayout(app, host)).data;
  await app.quiesce();
  return { host, payoutId: payout.payout_uuid };
}
async function makeFile(): Promise<string> {
  const made = await app.call('POST /admin/payouts/sepa', { as: admin.token, body: {} });
  expect(made.errors).toEqual([]);
  const file = await app.call('GET /admin/payouts/sepa/:uuid', {
    as: admin.token,
    params: { uuid: made.data.file_uuid },
  });
  return file.data.xml;
}

describe('an account that a host adds', () => {
  test.each(['山田太郎', 'محمد علي', '12345', '…', '🦊🦊'])(
    'an account in the name of “%s” is refused at its field, because no bank could write it',
    async (holder_name) => {
      expect(await refusalOf({ holder_name })).toMatchObject({
        status: 400,
        code: 'payout_account_invalid',
        field: 'holder_name',
      });
    },
  );

  test('an account in a Greek, Bulgarian or Icelandic name is accepted', async () => {
    for (const holder_name of ['Γεώργιος Παπαδόπουλος', 'Щерю Бъчваров', 'Guðrún Þórðardóttir', 'Seán O’Brien'])
      expect((await add({ holder_name })).errors).toEqual([]);
  });

  test.each([
    'IBAN DE89 3704 0044 0532 0130 00',
    'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000',
    'ＤＥ８９３７０４００４４０５３２０１３０００',
    'de89-3704\u200b-0044-0532-0130-00',
  ])('an account is read as it was pasted: “%s”', async (account) => {
    expect((await add({ account })).data.method).toMatchObject({ account: 'DE •••• 3000', state: 'ready' });
  });

  test.each([
    ['Albania', 'AL47212110090000000235698741', 'NCBAALTX'],
    ['Montenegro', 'ME25505000012345678951', 'CKBCMEPG'],
    ['Moldova', 'MD24AG000225100013104168', 'AGRNMD2X'],
    ['North Macedonia', 'MK07250120000058984', 'TUTNMK22'],
    ['Serbia', 'RS35260005601001611379', 'DBDBRSBG'],
    ['Switzerland', swiss, 'POFICHBE'],
    ['the United Kingdom', 'GB29NWBK60161331926819', 'NWBKGB2L'],
  ])('an account in %s needs its BIC and an address, and is accepted with them', async (_country, account, bic) => {
    expect(await refusalOf({ account })).toMatchObject({ status: 400, field: 'bic' });
    expect(await refusalOf({ account, bic })).toMatchObject({ status: 400, field: 'street' });
    const more = { street: 'Main Street 1', town: 'Capital' };
    expect(await refusalOf({ account, bic, ...more })).toMatchObject({ field: 'country' });
    expect((await add({ account, bic, ...more, country: account.slice(0, 2) })).errors).toEqual([]);
  });

  test('an invalid account is refused with a clear message', async () => {
    expect(await refusalOf({ account: 'DE89370400440532013001' })).toMatchObject({ field: 'account' });
    expect(await refusalOf({ account: 'TR330006100519786457841326' })).toMatchObject({ field: 'account' });
    expect(await refusalOf({ account: 'CH0430000001234567890', ...atHome })).toMatchObject({
      field: 'account',
      message: 'This is a QR-IBAN, which takes QR-bills only. Please give the IBAN of the account.',
    });
    expect(await refusalOf({ account: swiss, ...atHome, bic: 'nonsense' })).toMatchObject({ field: 'bic' });
    expect(await refusalOf({ account: swiss, ...atHome, bic: 'DEUTDEFF' })).toMatchObject({ field: 'bic' });
    expect(await refusalOf({ account: swiss, ...atHome, town: '東京' })).toMatchObject({ field: 'town' });
    expect(await refusalOf({ account: swiss, ...atHome, street: '—' })).toMatchObject({ field: 'street' });
  });

  test('adding an account again with another address updates its address', async () => {
    const host = await newHost(app);
    const first = (await add({ account: swiss, ...atHome }, host)).data.method;
    const second = await add({ account: swiss, ...atHome, town: 'Lausanne' }, host);
    expect(second.data.method.method_uuid).toBe(first.method_uuid);
    expect(second.data.methods).toHaveLength(1);
    await giveMoney(app, host, 500);
    await requestPayout(app, host);
    await app.quiesce();
    expect(await makeFile()).toContain('<TwnNm>Lausanne</TwnNm>');
  });
});

test('a file is valid by the schema of ISO 20022, with BIC and addresses where a transfer leaves the EEA', async () => {
  await waiting({ holder_name: 'Γεώργιος Παπαδόπουλος & Υιοί' });
  await waiting({ account: swiss, holder_name: 'Léa d’Été', ...atHome }, 250);
  const xml = await makeFile();
  expect(await painFaults(xml)).toBeUndefined();
  expect(xml).toContain('<Nm>Georgios Papadopoylos . Yioi</Nm>');
  const transfer = xml.split('<CdtTrfTxInf>').find((part) => part.includes(swiss));
  expect(transfer).toContain('<BICFI>POFICHBEXXX</BICFI>');
  expect(transfer?.replaceAll(/\s+/g, ' ')).toContain(
    "<Nm>Lea d'Ete</Nm> <PstlAdr> <StrtNm>Rue de l'Ete 7</StrtNm> <PstCd>1201</PstCd> <TwnNm>Geneve</TwnNm> <Ctry>CH</Ctry> </PstlAdr>",
  );
  // Our own address, which the payer's bank has to pass on.
  expect(xml).toContain('<TwnNm>Berlin</TwnNm>');
});

test('the schema finds mistakes', async () => {
  await waiting({});
  const xml = await makeFile();
  expect(await painFaults(xml.replace(/<Nm>Robin Ash<\/Nm>/, '<Nm></Nm>'))).toContain('Nm');
  expect(await painFaults(xml.replace('</BICFI>', '').replace('NOTPROVIDED', ''))).toContain('Id');
  expect(await painFaults(xml.replace('<IBAN>DE', '<IBAN>de'))).toContain('IBAN');
});

test('a line that cannot be written fails alone: the file has the others, and the money is back in the balance', async () => {
  const [good, bad] = [await waiting({}, 100), await waiting({}, 200)];
  // As it was taken before names were checked.
  await app.db.query("UPDATE sepa_line SET holder_name = '…' WHERE payout_id = $1", [bad.payoutId]);
  expect(await painFaults(await makeFile())).toBeUndefined();
  await app.quiesce();
  expect((await payoutsOf(app, bad.host))[0]).toMatchObject({
    state: 'failed',
    reason: 'Please enter a name that contains letters.',
  });
  expect(await owed(app, bad.host)).toBe(200);
  expect((await payoutsOf(app, good.host))[0]?.state).toBe('sent');
});

/** A host with money and a Swiss account as it was kept before a BIC was asked for. */
async function withOldAccount(): Promise<TestActor> {
  const host = await newHost(app);
  await giveMoney(app, host, 900);
  const id = await addAccount(app, host, german, 'sepa');
  await app.db.query('UPDATE payout_method SET account_sealed = $2 WHERE id = $1', [
    id,
    sealedAccounts(app.kit).seal(id, swiss),
  ]);
  return host;
}

describe('an account abroad that was added before its BIC was asked for', () => {
  test('an incomplete account is shown as not ready, with what it needs', async () => {
    const host = await withOldAccount();
    const { data } = await app.call('GET /payouts/methods', { as: host.token });
    expect(data.methods[0]).toMatchObject({ state: 'refused', requirements: [expect.stringContaining('BIC')] });
  });

  test('an incomplete account gets no payout, requested or automatic, until it is added again', async () => {
    const host = await withOldAccount();
    const refused = await requestPayout(app, host);
    expect(refused.errors[0]).toMatchObject({
      code: 'payout_method_not_ready',
      message: expect.stringContaining('needs its BIC and your address'),
    });
    const other = await withOldAccount();
    const set = await app.call('POST /payouts/settings', {
      as: other.token,
      body: { currency_code: 'EUR', automatic: true, minimum: 5 },
    });
    expect(set.errors).toEqual([]);
    await app.clock.advance(8 * 24 * 60 * 60_000);
    await app.quiesce();
    expect(await payoutsOf(app, other)).toEqual([]);
    expect([await owed(app, host), await owed(app, other)]).toEqual([900, 900]);
    expect((await add({ account: swiss, ...atHome }, host)).data.methods[0]).toMatchObject({ state: 'ready' });
    expect((await requestPayout(app, host)).errors).toEqual([]);
  });
});

describe('the account that payouts come from', () => {
  const debtor = { name: 'Frontrow', iban: german, bic: undefined, address: undefined, bankZone: undefined };
  const start = (more: object) =>
    choosePayouts({
      ...app.kit,
      installation: 'test',
      config: {
        ...app.kit.config,
        payouts: { ...app.kit.config.payouts, sepaDebtor: { ...debtor, ...more } },
      },
    });

  test.each([
    ['an IBAN with a wrong digit', { iban: 'DE89370400440532013001' }, 'SEPA_DEBTOR_IBAN'],
    ['a BIC that is none', { bic: 'DEUT99FF' }, 'SEPA_DEBTOR_BIC'],
    ['a BIC of another country', { bic: 'BNPAFRPP' }, 'SEPA_DEBTOR_BIC'],
    ['a name without a letter', { name: '…' }, 'SEPA_DEBTOR_NAME'],
    ['an account outside the EEA without its address', { iban: swiss, bic: 'POFICHBE' }, 'outside the EEA'],
  ])('a payout source with %s stops the start', async (_what, more, answer) => {
    await expect(start(more)).rejects.toThrow(answer);
  });

  test('a payout source without an address reaches the EEA only', async () => {
    const { sepa } = (await start({ bic: 'deut de ff' })).payoutBanks;
    const open = (account: string) =>
      sepa!.openAccount({
        hostId: 1,
        account,
        holderName: 'Robin Ash',
        email: undefined,
        bic: atHome.bic,
        address: { ...atHome },
      });
    await expect(open(swiss)).rejects.toThrow('We can’t send bank transfers to accounts in this country.');
    await expect(open(german)).rejects.toThrow('This BIC belongs to a bank in another country');
  });
});

test('the bank is asked to pay on its own day, and never on a day without settlement', async () => {
  await app.clock.hold();
  const berlin = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' });
  for (let night = 0; night < 7; night++) {
    // Half an hour after midnight in Berlin, when UTC is a day behind.
    while (!new Date(app.clock.now()).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' }).startsWith('00:30'))
      await app.clock.advance(15 * 60_000);
    await waiting({}, 100);
    const day = /<Dt>(.+)<\/Dt>/.exec(await makeFile())![1]!;
    expect(day >= berlin.format(app.clock.now())).toBe(true);
    expect([6, 0]).not.toContain(new Date(`${day}T12:00:00Z`).getUTCDay());
    await app.clock.advance(15 * 60_000);
  }
});
