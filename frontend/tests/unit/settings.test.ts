// What the browser keeps of how the page looks and moves.

import { describe, expect, test } from "vitest";
import { DEFAULTS, readSettings, store, stored } from "../../src/lib/device/settings";

describe("settings", () => {
  test("come from what was kept, and from the link", () => {
    expect(readSettings('{"large":true,"theme":"day","motion":3}', "left,calm,unknown")).toEqual({
      ...DEFAULTS,
      large: true,
      theme: "day",
      left: true,
      motion: "none",
    });
    expect(readSettings("{broken", null)).toEqual(DEFAULTS);
  });
  test("leave a phone silent until its owner wants to hear it", () => {
    expect(readSettings(null, null, true)).toEqual({ ...DEFAULTS, sound: false });
    expect(readSettings('{"sound":true}', null, true).sound).toBe(true);
    expect(readSettings('{"sound":false}', null).sound).toBe(false);
  });
  test("do without storage where the browser forbids it", () => {
    const forbidden = (): Storage => {
      throw new DOMException("denied", "SecurityError");
    };
    expect(stored("x", forbidden)).toBeNull();
    expect(() => store("x", "1", forbidden)).not.toThrow();
  });
});
