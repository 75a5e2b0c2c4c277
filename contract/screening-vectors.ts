/**
 * Test vectors for the bot screening of sign-ups. Both implementations, in TypeScript and in SQL, are tested against them. Unless a comment
 * says otherwise, the names and e-mail addresses in this file pass the validation of a sign-up.
 */

/** Test vector: an input, and whether the bot screening accepts or rejects it. */
export type ScreeningVector = { input: string; outcome: 'passes' | 'refused' }

function passes(...inputs: string[]): ScreeningVector[] {
  return inputs.map((input) => ({ input, outcome: 'passes' }))
}

function refused(...inputs: string[]): ScreeningVector[] {
  return inputs.map((input) => ({ input, outcome: 'refused' }))
}

/** Test vectors for the screening of user agent strings. */
export const USER_AGENT_VECTORS: readonly ScreeningVector[] = [
  ...passes(
    '',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  ),
  ...refused(
    'Mozilla/5.0 (compatible; Examplebot/2.1; +https://example.com/bot.html)',
    'ExampleCrawler/1.0',
    'Baiduspider/2.0',
    'page-scraper',
    'curl/8.9.1',
    'Wget/1.24',
    'python-requests/2.32',
    'Java/21.0.2',
  ),
]

/** Test vectors for the screening of e-mail addresses. */
export const SCREENED_EMAIL_VECTORS: readonly ScreeningVector[] = [
  ...passes(
    'ada@example.com',
    'ada+wedding@example.com',
    'ada.l.king@example.com',
    'a1@example.com',
    'latest@example.com',
    'contest.winner@example.com',
    'testino@example.com',
    'Testino.M@example.com',
    'temple77@example.com',
    'templeton+photos@example.com',
    'tempesta@example.com',
    'testa.m@example.com',
    'fakenham1@example.com',
    'Tester@example.com',
    'temporary@example.com',
  ),
  ...refused(
    'a@example.com',
    'Jo@example.com',
    'ada+one+two@example.com',
    'ada..l@example.com',
    'test@example.com',
    'Test@example.com',
    'test1@example.com',
    'test.user@example.com',
    'test+photos@example.com',
    'temp.ada@example.com',
    'temp123@example.com',
    'fake-ada@example.com',
    'fake_x@example.com',
    'testino+one+two@example.com',
    'testino..m@example.com',
  ),
]

/** Test vectors for the screening of names. */
export const SCREENED_NAME_VECTORS: readonly ScreeningVector[] = [
  ...passes(
    '', // the screening accepts an empty name, because the validation rejects it with the clearer message 'Name is required'
    'Ada Lovelace',
    'Ada',
    'Al Gore',
    '王伟',
    '이준',
    'Tony Abbott',
    'Larry Talbot',
    'P.W. Botha',
    'MARIO TESTINO',
    'Sebastian Cabot',
    'Anne Chabot-Tremblay',
    'Fernando Botero',
    'Ana Botelho',
    'Valtteri Bottas',
    'Botond Kovács',
    'Lisa Spampinato',
    'Shirley Temple',
    'Ada Tester',
    'A. Fakename',
    'Robot Lovelace',
    'Testinobot Smith',
    'Jean Botős',
    'Aaaa Bbbb',
    // Full names of two characters, in scripts in which one character is a whole word or syllable.
    '𠮷田',
    'りん',
    'エマ',
    'ㄌㄧ',
    'ꆈꌠ',
    'ሰላ',
    'ᎠᏂ',
    'ᐊᓇ',
    // A single Chinese character is accepted as well, because the screening for short names counts only letters of alphabets.
    '王',
    // Accepted names of three letters, or of two letters that take three code points.
    'Ада',
    'Εύα',
    'علی',
    'राम',
    'ஆதி',
    'J. P.',
  ),
  ...refused(
    'A',
    'Jo',
    ' Jo ',
    'Ю',
    'Ян',
    'Ζω',
    'É',
    'e\u0301a\u0300',
    'ßø',
    'Ան',
    'გი',
    'לי',
    'لی',
    'ل\u200cی',
    'ओम',
    'นิ',
    'Ԁǃ',
    'Test User',
    'Ada FAKE',
    'A. Fake',
    'Spam Sender',
    'Bot Lovelace',
    'Talbot Bot',
    'Anna-Test Smith',
    'Anna O’Bot',
    'Anna O`Bot',
    'test\u200b',
    'Fake·Name',
    'Aaaaa',
    'Ada Looooovelace',
    'aAaAa Smith',
    '.....',
    // Names with five digits. The validation already rejects digits in names, but the bot screening has its own rule for them.
    'Ada 12345',
    'A1d2a3 4 5',
  ),
]
