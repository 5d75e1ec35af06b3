package org.bipj.sim.net;

import org.bipj.sim.constants.Constants;

/**
 * The constants of cables and switches, in the units of the simulation.
 *
 * @param charPs time of a character on a cable, in picoseconds
 * @param psPerMetre propagation
 * @param slack characters that a slack buffer holds
 * @param stop fill at which its receiver sends STOP
 * @param go fill at which it sends GO
 * @param switchPs from a worm's first character into a switch to its first character out
 * @param roundRobin inputs that wait for an output take turns; otherwise first come first served
 * @param blockedPs time after which a blocked worm is broken up; 0: never
 * @param fluidAfter STOPs of one worm on one cable that are simulated exactly; then it moves at its mean pace
 */
record NetSettings(
        long charPs,
        double psPerMetre,
        int slack,
        int stop,
        int go,
        long switchPs,
        boolean roundRobin,
        long blockedPs,
        int fluidAfter) {
    private static final long PS_PER_NS = 1000;

    NetSettings {
        if (go < 0 || go >= stop || stop > slack) {
            throw new IllegalArgumentException("slack.go " + go + ", slack.stop " + stop + ", slack.bytes " + slack
                    + ": expected 0 <= go < stop <= bytes");
        }
    }

    static NetSettings of(Constants constants) {
        NetSettings settings = new NetSettings(
                constants.psPerByte("link.rate"),
                constants.number("cable.propagation") * PS_PER_NS,
                constants.bytes("slack.bytes"),
                constants.bytes("slack.stop"),
                constants.bytes("slack.go"),
                constants.ps("switch.latency"),
                isRoundRobin(constants),
                constants.ps("network.blocked-timeout"),
                constants.count("network.fluid-after"));
        settings.checkLatency(constants);
        return settings;
    }

    /**
     * Rejects a switch latency that would throttle a stream that nothing else holds back, as the characters held by the
     * switch would fill its slack buffer up to the STOP mark. Switches do not limit bandwidth (BIP paper, section 4.3).
     */
    private void checkLatency(Constants constants) {
        long pacePs = Math.max(charPs, constants.psPerByte("lanai.network-dma.rate"));
        long held = Math.ceilDiv(passPs(), pacePs);
        if (held >= stop) {
            throw constants.bad(
                    "switch.latency",
                    "a switch would hold " + held + " characters of a stream that comes at the lower of link.rate and"
                            + " lanai.network-dma.rate, and its slack buffer sends STOP at slack.stop " + stop
                            + ": the switch would limit the bandwidth; expected at most "
                            + ((stop - 1) * pacePs + charPs) / PS_PER_NS + " ns, or a larger slack.stop");
        }
    }

    /** Rejects a cable that is too long for the slack buffer, or for the distance between its marks. */
    void checkSlack(NetworkTopology.Cable cable, long propagation) {
        if (Math.ceilDiv(2 * propagation, charPs) > slack - stop) {
            throw new IllegalArgumentException(name(cable)
                    + ": more characters arrive until a STOP takes effect (cable.length, cable.propagation, link.rate)"
                    + " than the slack buffer holds (slack.bytes " + slack + ") above slack.stop " + stop);
        }
        if ((stop - go - 2) * charPs <= propagation) {
            throw new IllegalArgumentException(
                    name(cable) + ": a STOP would meet the GO behind it; expected slack.stop " + stop
                            + " further above slack.go " + go);
        }
    }

    private static String name(NetworkTopology.Cable cable) {
        return "cable from " + cable.a() + " to " + cable.b() + " of " + cable.metres() + " m";
    }

    private static boolean isRoundRobin(Constants constants) {
        String word = constants.word("switch.arbitration");
        if (!word.equals("round-robin") && !word.equals("fifo")) {
            throw constants.bad("switch.arbitration", "expected round-robin or fifo");
        }
        return word.equals("round-robin");
    }

    /** Propagation of a cable in picoseconds: at least 1, so that cause comes before effect. */
    long propagation(NetworkTopology.Cable cable) {
        return Math.max(1, Math.round(cable.metres() * psPerMetre));
    }

    /**
     * Least time that a character spends in a switch, other than a worm's first one, which waits for its route byte.
     */
    long passPs() {
        return Math.max(0, switchPs - charPs);
    }
}
