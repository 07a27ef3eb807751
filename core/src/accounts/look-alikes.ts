/** By Latin letter, what is drawn like it, small or capital, and left as it is by NFKC (after the table of UTS 39). */
const drawnLike: Readonly<Record<string, string>> = {
  a: 'ɑαаΑАᎪᗅꓮᴀ',
  b: 'ƄЬᏏᑲᖯꞴΒВᏴᗷꓐʙ',
  c: 'ᴄⲥсꮯⲤСᏟꓚ',
  d: 'ԁᏧᑯꓒᎠᗞᗪꓓᴅ',
  e: 'ꬲеҽΕЕⴹᎬꓰᴇ',
  f: 'ꬵꞙẝքꞘϜᖴꓝꜰ',
  g: 'ɡᶃƍցԌᏀᏳꓖɢ',
  h: 'һհᏂΗⲎНᎻᕼꓧʜ',
  i: 'ıɪɩιіꙇӏꭵᎥ',
  j: 'ϳјꞲͿЈᎫᒍꓙᴊ',
  k: 'ΚⲔКᏦᛕꓗᴋ',
  l: 'ƖǀΙⲒІӀⵏᛁꓲⳐᏞᒪꓡʟ',
  m: 'ΜϺⲘМᎷᗰᛖꓟᴍ',
  n: 'ոռΝⲚꓠɴ',
  o: 'ᴏᴑꬽοσⲟоჿօഠဝΟⲞОՕⵔዐଠꓳ',
  p: 'ρⲣрΡⲢРᏢᑭꓑᴘ',
  q: 'ԛգզⵕ',
  r: 'ꭇꭈᴦⲅгꮁƦᎡᏒᖇꓣʀ',
  s: 'ꜱƽѕꮪЅՏᏕᏚꓢ',
  t: 'ΤⲦТᎢꓔᴛ',
  u: 'ꞟᴜꭎꭒʋυսՍሀᑌꓴ',
  v: 'ᴠνѵꮩѴⴸᏙᐯꛟꓦ',
  w: 'ɯᴡѡԝաꮃԜᎳᏔꓪ',
  x: 'хᕁᕽꞳΧⲬХⵝᚷꓫ',
  y: 'ɣᶌʏỿꭚγуүყΥⲨУҮᎩᎽꓬ',
  z: 'ᴢꮓΖᏃꓜ',
};
/** Alphabets in boxes and of flags, which NFKC leaves as they are: where each begins. */
const boxedAlphabets = [0x1f150, 0x1f170, 0x1f1e6];
const latinAlphabet = 'abcdefghijklmnopqrstuvwxyz';

const latin = new Map<string, string>();
for (const [letter, others] of Object.entries(drawnLike)) for (const other of others) latin.set(other, letter);
for (const start of boxedAlphabets)
  for (const [place, letter] of Array.from(latinAlphabet).entries())
    latin.set(String.fromCodePoint(start + place), letter);

/** The text with every letter that is drawn like a Latin one as that one. Case matters: `Η` is an H, `η` is an n. */
export const inLatinLetters = (text: string): string =>
  Array.from(text.normalize('NFKC'), (letter) => latin.get(letter) ?? letter).join('');

/** Letters of other alphabets and digits that look like a Latin letter. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'l',
  ї: 'l',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  һ: 'h',
  ӏ: 'l',
  г: 'r',
  п: 'n',
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  η: 'n',
  ι: 'l',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ı: 'l',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  '0': 'o',
  '1': 'l',
  i: 'l',
  '.': '-',
  _: '-',
};

const folded = (username: string): string => username.normalize('NFKC').toLowerCase();

/**
 * Two usernames that people could mistake for each other have the same skeleton: it ignores case and accents, and
 * unifies separators, digits that look like letters, and letters of other alphabets. Skeletons are unique among
 * accounts.
 */
export function usernameSkeleton(username: string): string {
  const plain = folded(username).normalize('NFD').replace(/\p{M}/gu, '');
  const plainLatin = Array.from(plain, (letter) => lookAlikes[letter] ?? letter).join('');
  return plainLatin.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Case and width as people type them; a name that only looks alike is another one. */
export const isSameUsername = (one: string, other: string): boolean => folded(one) === folded(other);
