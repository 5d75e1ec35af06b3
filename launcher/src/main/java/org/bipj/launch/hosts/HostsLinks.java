package org.bipj.launch.hosts;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.mpirun.process.MemberJob;

/** Which jobs the ranks of a job have attached: its supervisors are asked when a job has failed. */
final class HostsLinks {
    /** A host that does not answer in this time is left out. */
    private static final long PATIENCE_MS = 1000;

    private final Consumer<ControlFrame> down;
    private final BitSet lost = new BitSet();
    private final List<Integer> hosts;
    private final BitSet answered = new BitSet();
    private final Set<String> links = new TreeSet<>();
    /** By what other jobs name this one, if one of its hosts has said so; null: none has. */
    private String address;

    /** Whether a rank has ever attached a job. */
    private boolean hasSaid;

    private long question;

    /**
     * Of a job.
     *
     * @param hosts the numbers of its hosts
     * @param down sends a frame to them
     */
    HostsLinks(List<Integer> hosts, Consumer<ControlFrame> down) {
        this.hosts = hosts;
        this.down = down;
    }

    /**
     * Asks, and waits for answers, but not for long.
     *
     * @param named by what other jobs name this one, if no host says otherwise
     */
    synchronized MemberJob.Ties ask(String named) {
        answered.clear();
        answered.or(lost);
        links.clear();
        down.accept(ControlFrame.of(FrameKind.ASK_LINKS, ControlFrame.ALL, new Packer().number(++question)));
        long deadline = System.nanoTime() + PATIENCE_MS * 1_000_000;
        try {
            for (long left = PATIENCE_MS; answered.cardinality() < hosts.size() && left > 0; ) {
                wait(left);
                left = (deadline - System.nanoTime()) / 1_000_000;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (hasSaid) {
            links.add("");
        }
        return new MemberJob.Ties(address == null ? named : address, Set.copyOf(links));
    }

    /**
     * A host has answered, or says by itself, with the number 0, by what other jobs name this one, or that a rank has attached a job for the
     * first time.
     */
    synchronized void answer(int hostIndex, Unpacker from) {
        long number = from.number();
        String own = from.text();
        address = own.isEmpty() ? address : own;
        List<String> said = from.texts();
        hasSaid |= !said.isEmpty();
        if (number == question && number > 0) {
            links.addAll(said);
            answered.set(hostIndex);
            notifyAll();
        }
    }

    /** Nothing will be heard of a host any more. */
    synchronized void lost(int hostIndex) {
        lost.set(hostIndex);
        answered.set(hostIndex);
        notifyAll();
    }
}
