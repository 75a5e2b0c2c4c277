const ADDRESS = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/gu

/** Replaces each email address in a text by the text that `mask` returns for it. */
export function replaceAddresses(text: string, mask: (address: string) => string): string {
  return text.replace(ADDRESS, mask)
}

/** Masks an email address such as `a***@e…`: enough to recognise a known address, too little to learn an unknown one. */
export function maskAddressPartly(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.charAt(0)}***@${address.charAt(at + 1)}…`
}
