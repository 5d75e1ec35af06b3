package org.bipj.bip;

import org.bipj.bip.BipException.Reason;

/** Checks the arguments of the user's calls, and names the wrong one in an error. */
final class ArgumentChecks {
    private ArgumentChecks() {}

    static void tag(int node, int tag) {
        if (tag < 0 || tag > Bip.MAX_TAG) {
            throw new BipException(
                    Reason.BAD_ARGUMENT, "node " + node + ": tag " + tag + "; expected 0 to " + Bip.MAX_TAG);
        }
    }

    static void length(int node, int[] buf, int length) {
        if (length < 0 || length > buf.length) {
            throw new BipException(
                    Reason.BAD_ARGUMENT,
                    "node " + node + ": length " + length + " words; expected 0 to " + buf.length
                            + ", the length of the buffer");
        }
    }
}
