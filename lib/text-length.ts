const PLAIN = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùü£¥ΓΔΘΛΞΠΣΦΨΩ]*$/;
const EXTENDED = /[\^{}\\[\]~|€]/g;

/** Curly quotes double the price of a text. */
export function straight(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
}

/** "148 characters, 1 text". A text has 160 plain or 70 other characters, each of several 153 or 67 (GSM 03.38). */
export function textLength(message: string): string {
  const extended = message.match(EXTENDED)?.length ?? 0;
  const isPlain = PLAIN.test(message.replace(EXTENDED, ""));
  const length = isPlain ? message.length + extended : message.length;
  const [one, each] = isPlain ? [160, 153] : [70, 67];
  const texts = length <= one ? 1 : Math.ceil(length / each);
  return `${message.length} characters, ${texts} ${texts === 1 ? "text" : "texts"}`;
}
