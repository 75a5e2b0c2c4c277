/** Interface for sending text messages, implemented by createSmsFileWriter. */
export type SmsSender = {
  /** Sends a text message. Rejects when the SMS provider did not accept it. */
  send(message: { to: string; text: string }): Promise<void>
  /** Deletes copies of text messages to the given phone numbers that the sender has stored. */
  deleteMessagesTo(phones: readonly string[]): Promise<void>
}
