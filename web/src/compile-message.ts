import type { I18n } from '@lingui/core';
import { readTemplate } from '@openbenefits/domain/message-template';

type CompiledMessage = ReturnType<Parameters<I18n['setMessagesCompiler']>[0]>;

/**
 * Compiles the part of ICU messages that our source uses, as Lingui compiles it. The full parser weighs more than the
 * rest of Lingui, and only translators' catalogues, compiled in the build, need it.
 */
export function compileMessage(message: string): CompiledMessage {
  const tokens = readTemplate(message);
  return tokens.length === 0 ? [''] : tokens;
}
