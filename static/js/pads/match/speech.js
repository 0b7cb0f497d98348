/* Reads the score aloud by a voice of the device, in the language of the page. Voices that send the text to another
   host are not used. */

const synth = window.speechSynthesis;
const ALSO = { nb: ["nb", "no", "nn"] };

/* Return a voice for a language, undefined if the device has none. Many browsers load their voices later (onVoices). */
export function voiceFor(language) {
  const base = language.split("-")[0];
  const fits = (voice) => (ALSO[base] || [base]).includes(voice.lang.toLowerCase().split(/[-_]/)[0]);
  return synth?.getVoices().find((voice) => voice.localService && fits(voice));
}

export function onVoices(callback) {
  synth?.addEventListener?.("voiceschanged", callback);
}

/* Speak a text, interrupting the one being spoken. */
export function speak(text, language) {
  const voice = voiceFor(language);
  if (!voice) return;
  const line = new SpeechSynthesisUtterance(text);
  line.voice = voice;
  line.lang = voice.lang;
  synth.cancel();
  synth.speak(line);
}
