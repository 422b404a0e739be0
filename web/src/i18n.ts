import { i18n } from '@lingui/core';
import { compileMessage } from './compile-message.ts';

/*
 * English is the source language, so its messages are in the code and no catalog is loaded; translators use
 * locales/en.po. A further language loads its compiled catalog here.
 */
i18n.setMessagesCompiler(compileMessage);
i18n.load('en', {});
i18n.activate('en');

export { i18n };
