import { NAMED_KIND } from '../span.ts'

/** Words for a password with at least one letter outside of English. They are found by searching for those letters. */
const OTHER_WORDS =
  'contraseña,hasło,hasła,hasłem,şifre,lösenord,jelszó,parolă,slaptažodis,salasõna,mật khẩu,fjalëkalimi,lykilorð,пароль,пароля,паролем,паролю,паролі,гасло,' +
  'парола,лозинка,құпиясөз,κωδικός,κωδικος,συνθηματικό,סיסמה,סיסמא,كلمة المرور,كلمة السر,كلمة مرور,رمز عبور,رمز المرور,گذرواژه,' +
  '密码,密碼,口令,パスワード,パスフレーズ,暗証番号,비밀번호,암호,패스워드,पासवर्ड,कूटशब्द,পাসওয়ার্ড,รหัสผ่าน,பாஸ்வேர்ட்,գաղտնաբառ,პაროლი'
const OTHER_TOKENS = '令牌,密钥,秘钥,金鑰,トークン,토큰,токен'

/** The kind of secret that such a word announces. */
export type SaidKind = 'password' | typeof NAMED_KIND

interface AnchoredWord {
  word: string
  offset: number
  kind: SaidKind
}

/** For every UTF-16 unit: the number of the list of words that contain it; 0 for none. */
export const ANCHORS = new Uint16Array(65_536)
export const WORDS_BY_ANCHOR: AnchoredWord[][] = [[]]

/** All spellings of the words. Accents may be separate characters. */
const spellingsOf = (words: string): Set<string> =>
  new Set(words.split(',').flatMap((word) => [word, word.normalize('NFD')]))

const anchor = (word: string, kind: SaidKind): void => {
  const offset = Array.from({ length: word.length }, (_, at) => at).find((at) => word.charCodeAt(at) >= 128)!
  for (const letter of new Set([word.charAt(offset), word.charAt(offset).toUpperCase()])) {
    const code = letter.charCodeAt(0)
    if (ANCHORS[code] === 0) ANCHORS[code] = WORDS_BY_ANCHOR.push([]) - 1
    WORDS_BY_ANCHOR[ANCHORS[code]!]!.push({ word, offset, kind })
  }
}
for (const word of spellingsOf(OTHER_WORDS)) anchor(word, 'password')
for (const word of spellingsOf(OTHER_TOKENS)) anchor(word, NAMED_KIND)
