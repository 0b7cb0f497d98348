/* The score read out by a voice of the device, in the language of the page. Voices that would send the text to
   another host are left alone. */

const synth = window.speechSynthesis;
const ALSO = { nb: ["nb", "no", "nn"] };

/* Return a voice for a language, undefined where the device has none. Many browsers know theirs only after a while. */
export function voiceFor(language) {
  const base = language.split("-")[0];
  const fits = (voice) => (ALSO[base] || [base]).includes(voice.lang.toLowerCase().split(/[-_]/)[0]);
  return synth?.getVoices().find((voice) => voice.localService && fits(voice));
}

export function onVoices(callback) {
  synth?.addEventListener?.("voiceschanged", callback);
}

/* Say it, instead of whatever is being said. */
export function speak(text, language) {
  const voice = voiceFor(language);
  if (!voice) return;
  const line = new SpeechSynthesisUtterance(text);
  line.voice = voice;
  line.lang = voice.lang;
  synth.cancel();
  synth.speak(line);
}
