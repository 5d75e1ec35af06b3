package org.bipj.sim.am;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bipj.core.protocol.ReceiveChannels;
import org.bipj.core.protocol.ReceiveChannels.Verdict;
import org.bipj.core.protocol.SendChannels;
import org.bipj.sim.hardware.BoardPort;

/** Compares the tables of channels of boards on which nothing is under way. */
public final class ChannelTables {
    private ChannelTables() {}

    /**
     * What each channel's sender would send next is new to its receiver, and what it has sent last is known there: both
     * ends agree on bit, epoch and stamp. Not for channels that have become uninitialised.
     *
     * @return number of channels that were used
     */
    public static int agree(List<BoardPort> ports) {
        int used = 0;
        for (BoardPort from : ports) {
            AmPort sender = (AmPort) from;
            SendChannels<?> sends = sender.firmware().sender().channels();
            for (BoardPort to : ports) {
                ReceiveChannels receives = ((AmPort) to).firmware().receiver().channels();
                for (int channel = 0; channel < sender.network().settings().channels(); channel++) {
                    if (sends.stamp(to.rank(), channel) > 0) {
                        used++;
                        agree(from.rank(), to.rank(), channel, sends, receives);
                    }
                }
            }
        }
        return used;
    }

    private static void agree(int from, int to, int channel, SendChannels<?> sends, ReceiveChannels receives) {
        int next = sends.stamp(to, channel) + 1;
        int bit = sends.bit(to, channel);
        int epoch = sends.epoch(to, channel);
        String what = "channel " + channel + " from rank " + from + " to " + to;
        assertEquals(Verdict.NEW, receives.check(from, channel, epoch, bit, next), () -> what + ": the next packet");
        Verdict last = receives.check(from, channel, epoch, 1 - bit, next);
        // All packets so far were refused, and taken off the channel when their endpoint was unloaded.
        boolean noneAccepted = bit == 0 && last == Verdict.NEW;
        assertEquals(noneAccepted ? Verdict.NEW : Verdict.DUPLICATE, last, () -> what + ": the last packet again");
    }
}
