import { describe, expect, test } from 'vitest';
import { cleanBic, cleanIban, isBicOfIban, isOutsideEea, isSepaIban } from './sepa-account.ts';
import { sepaNameFault, sepaText, unwritableIn } from './sepa-text.ts';
import { executionDay } from './target-days.ts';

describe('a text in the letters of SEPA', () => {
  test.each([
    ['Γεώργιος Παπαθανασίου', 'Georgios Papathanasioy'],
    ['ΨΥΧΗ Ξένια Θωμάς', 'PSYCHI Xenia THomas'],
    ['Щерю Бъчваров', 'SHTeryu Bachvarov'],
    ['Йордан Жечев', 'Yordan ZHechev'],
    ['Guðrún Þórðardóttir Ægisson', 'Gudrun THordardottir AEgisson'],
    ['Ѓорѓи Ќосев, Љубица Њагуљ', 'GJorgji KJosev, LJubitsa NJagulj'],
    ['Ђорђе Ћирић Џомба', 'DJordje Ciric DZomba'],
    ['Łukasz Weiß Søn Đorđe Şükrü İpek Ţepeş', 'Lukasz Weiss Son Dorde Sukru Ipek Tepes'],
    ['Seán O’Brien', "Sean O'Brien"],
    ['L‘Été – Anna—Lena', "L'Ete - Anna-Lena"],
    ['[Anna]_{Lena}; a\\b|c ~ `d', "(Anna)-(Lena), a/b/c - 'd"],
    ['Ａｎｎａ　Ｌｅｎａ', 'Anna Lena'],
    ['Anna\u00a0\u200bLena\u202f', 'Anna Lena'],
    ['Café and Café', 'Cafe and Cafe'],
    ['Ben & Jerry', 'Ben . Jerry'],
    ['Jose\u0301 Mun\u0303oz, И\u0306ордан', 'Jose Munoz, Yordan'],
    ['/Anna//Lena/', 'Anna/Lena'],
  ])('%s becomes %s', (typed, written) => {
    expect(sepaText(typed, 70)).toBe(written);
    expect(sepaNameFault(typed)).toBeUndefined();
  });

  test.each(['山田 太郎', 'Անի', 'Қасым', 'محمد', 'דוד', 'გიორგი', 'Anna 🦊', '김민수', 'Anna\ud800'])(
    '“%s” cannot be written, and the sentence says which characters',
    (name) => {
      expect(unwritableIn(name).length).toBeGreaterThan(0);
      expect(sepaNameFault(name)).toContain(`Banks in SEPA can’t write ${unwritableIn(name)[0]}`);
    },
  );

  test.each(['', '12345', '...', '/', '//', '\u0301', '¿?', '’’', '-- & --', '\u200b', '+49 30 1234'])(
    '“%s” is no name: it has no letter',
    (name) => {
      expect(sepaNameFault(name)).toBe('Please enter a name that contains letters.');
    },
  );
});

test('a name is cut to what a bank takes, and never ends with a slash or a space', () => {
  expect(sepaText('Ж'.repeat(40), 70)).toHaveLength(70);
  expect(sepaText(`${'A'.repeat(69)}/Lena`, 70)).toBe('A'.repeat(69));
  expect(sepaText(`${'A'.repeat(69)} Lena`, 70)).toBe('A'.repeat(69));
});

describe('accounts', () => {
  test.each([
    'IBAN DE89 3704 0044 0532 0130 00',
    'iban:de89370400440532013000',
    'DE89\u00a03704\u00a00044\u202f0532\u00a00130\u00a000',
    'ＤＥ８９３７０４００４４０５３２０１３０００',
    'DE89-3704-0044-0532-0130-00',
    'DE89–3704−0044.0532.0130.00',
    '\u200eDE89\u200b37040044\u00ad0532013000\ufeff\n',
    'IBAN-Nr.: DE89 3704 0044 0532 0130 00',
    'IBAN No. DE89370400440532013000',
    'IBAN number DE89370400440532013000',
    'International Bank Account Number: DE89370400440532013000',
    'IBAN=DE89370400440532013000;',
    'ＩＢＡＮ：ＤＥ８９３７０４００４４０５３２０１３０００',
    'İBAN DE89370400440532013000',
    'IBAN IBAN DE89370400440532013000',
    '“DE89 3704/0044_0532 (0130) 00”',
  ])('an IBAN pasted as “%s” is read', (typed) => {
    expect(cleanIban(typed)).toBe('DE89370400440532013000');
  });

  test('the country code of Norway is no part of the label', () => {
    for (const typed of ['IBAN NO93 8601 1117 947', 'IBAN NO 93 8601 1117 947', 'iban:no9386011117947'])
      expect(cleanIban(typed)).toBe('NO9386011117947');
  });

  test.each([
    'deut deff',
    'BIC: DEUTDEFF',
    'SWIFT/BIC DEUTDEFF',
    'BIC/SWIFT code: DEUTDEFF',
    'BIC/SWIFT-code: DEUTDEFF',
    'SWIFT-Code DEUTDEFF',
    'BIC=DEUTDEFF',
    'BIC (DEUTDEFF)',
    'ＤＥＵＴＤＥＦＦ',
    'DEUT\u00a0DE\u200bFF',
  ])('a BIC pasted as “%s” is read', (typed) => {
    expect(cleanBic(typed)).toBe('DEUTDEFF');
  });

  test('SEPA reaches the countries that joined it, inside the EEA and outside', () => {
    const outside = ['AD', 'AL', 'CH', 'GB', 'GI', 'MC', 'MD', 'ME', 'MK', 'RS', 'SM', 'VA'];
    for (const country of outside) expect([isSepaIban(country), isOutsideEea(country)]).toEqual([true, true]);
    for (const country of ['DE', 'IS', 'LI', 'NO', 'HR'])
      expect([isSepaIban(country), isOutsideEea(country)]).toEqual([true, false]);
    for (const country of ['TR', 'US', 'XK', 'UA', '']) expect(isSepaIban(country)).toBe(false);
  });

  test('a BIC belongs to the country of the IBAN, or to one whose banks share its IBANs', () => {
    expect(isBicOfIban('BARCGB22', 'GB29NWBK60161331926819')).toBe(true);
    expect(isBicOfIban('RBOSJESH', 'GB29NWBK60161331926819')).toBe(true);
    expect(isBicOfIban('DEUTDEFF', 'GB29NWBK60161331926819')).toBe(false);
    expect(isBicOfIban('BREDFRPP', 'FR1420041010050500013M02606')).toBe(true);
  });
});

describe('the day a transfer is executed on', () => {
  const day = (utc: string, zone = 'Europe/Berlin') => executionDay(Date.parse(utc), zone);

  test('a transfer is executed on the bank’s own day, not that of UTC', () => {
    expect(day('2026-06-03T22:30:00Z')).toBe('2026-06-04');
    expect(day('2026-06-03T22:30:00Z', 'Europe/Lisbon')).toBe('2026-06-03');
    expect(day('2026-01-14T23:30:00Z')).toBe('2026-01-15');
  });

  test.each([
    ['a Saturday', '2026-06-06T10:00:00Z', '2026-06-08'],
    ['a Sunday', '2026-06-07T10:00:00Z', '2026-06-08'],
    ['Friday after midnight in Berlin', '2026-06-05T22:30:00Z', '2026-06-08'],
    ['Good Friday', '2026-04-03T10:00:00Z', '2026-04-07'],
    ['Good Friday of another year', '2027-03-26T10:00:00Z', '2027-03-30'],
    ['Labour Day', '2026-05-01T10:00:00Z', '2026-05-04'],
    ['Christmas', '2026-12-25T10:00:00Z', '2026-12-28'],
    ['New Year', '2027-01-01T10:00:00Z', '2027-01-04'],
    ['New Year after midnight', '2026-12-31T23:30:00Z', '2027-01-04'],
  ])('%s waits for the next day on which euros are settled', (_name, now, expected) => {
    expect(day(now)).toBe(expected);
  });
});
