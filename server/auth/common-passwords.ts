// The top of the lists that are published of leaked passwords, and the ways in which people meet the rules of form
// ("an uppercase letter, a number, a special character") with them. In lower case; none below the six characters
// that every form asks for.
const COMMON = `
123456 1234567 12345678 123456789 1234567890 0123456789 12345678910 123123 123123123 123321 112233 11223344 121212
111111 11111111 000000 00000000 222222 333333 555555 666666 654321 696969 777777 888888 999999 987654321 9876543210
102030 131313 147258 147258369 159753 159357 123654 456789 789456 789456123 741852963 963852741 123abc 123qwe
123456a a123456 12345a 123456q 1234qwer 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3 q1w2e3r4 qazwsx
qazwsxedc zaq12wsx zaq1zaq1 !qaz2wsx qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyuiop qwertyu qwert123
qwer1234 asdfgh asdfghjkl asdf1234 asdasd asd123 zxcvbn zxcvbnm zxc123 abcdef abcdefg abcdefgh abc123 abcd1234
abc12345 abc123456 aa123456 a1b2c3 a1b2c3d4 aaaaaa password passwort password1 password2 password12 password123
password1234 password! password1! password12! password123! password@1 password@123 password#1 password#123
password-1 passw0rd passw0rd! passw0rd1 passw0rd1! p@ssword p@ssword1 p@ssword1! p@ssword123 p@ssw0rd p@ssw0rd!
p@ssw0rd1 p@ssw0rd1! p@ssw0rd12 p@ssw0rd123 p@$$w0rd p@$$w0rd1 pa$$word pa$$word1 pa$$w0rd pa$$w0rd1 pass1234 pass@123
pass@1234 pass123! letmein letmein1 letmein1! letmein! let_me_in welcome welcome1 welcome1! welcome! welcome12
welcome123 welcome123! welcome@1 welcome@123 welcome#1 welc0me welc0me1 welc0me! admin1 admin12 admin123 admin1234
admin123! admin@123 admin@1234 admin! admin1! adm1n123 administrator root123 root1234 test123 test1234 test123!
test@123 testing testing1 testing123 guest123 user1234 user123! default changeme changeme1 changeme1! changeme123
changeme! secret secret1 secret123 temp123 temp1234 temp123! hello1 hello123 hello123! hello@123 iloveyou iloveyou1
iloveyou1! iloveyou! princess princess1 sunshine sunshine1 sunshine1! football football1 football1! baseball
baseball1 monkey monkey1 monkey123 dragon dragon1 dragon123 shadow shadow1 master master1 master123 superman
superman1 batman batman1 michael jordan jordan23 ashley daniel charlie charlie1 jessica jennifer thomas hunter
hunter2 trustno1 trustno1! starwars whatever freedom freedom1 flower1 summer summer1 summer1! summer123 summer123!
winter1! winter123! spring1! spring123! autumn1! january1! monday1! qwerty1! qwerty12! qwerty123! qwerty@123
qwerty!@#123 1qaz@wsx 1qaz!qaz aa123456! aa123456@ aa@123456 abc123! abc@123 abc@1234 abcd@1234 abcd1234! abcd123!
india@123 company1! company123! qwe123!@# asd123!@# 123456aa! aa12345! google facebook computer internet samsung
`;

/** What everybody tries first, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(COMMON.split(/\s+/).filter(Boolean));
