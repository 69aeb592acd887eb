// A wooden click for a move, made by the browser. Off until somebody switches it on.

let audio = null;

export const isOn = () => localStorage.getItem("sound") === "on";

export function setOn(on) {
  localStorage.setItem("sound", on ? "on" : "off");
  if (on) click();
}

/** One click, or a few for a capture of several. */
export function click(times = 1) {
  if (!isOn() || !globalThis.AudioContext) return;
  audio ??= new AudioContext();
  for (let index = 0; index < Math.min(times, 4); index++) knock(audio.currentTime + index * 0.11);
}

function knock(at) {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(420, at);
  tone.frequency.exponentialRampToValueAtTime(110, at + 0.06);
  gain.gain.setValueAtTime(0.25, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.09);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.1);
}
