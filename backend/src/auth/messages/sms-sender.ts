/** Interface for sending text messages, implemented by createSmsFileWriter. */
export type SmsSender = {
  /** Sends a text message. Rejects when the SMS provider did not accept it. */
  send(message: { to: string; text: string }): Promise<void>
  /** Deletes stored text messages to the given numbers. */
  deleteMessagesTo(phones: readonly string[]): Promise<void>
}
