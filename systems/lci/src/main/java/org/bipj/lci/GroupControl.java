package org.bipj.lci;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * What ranks say to each other for barriers and groups: packets of the library's own client, three words each.
 *
 * <pre>
 *   barrier   dissemination: in round r a rank notifies rank + 2^r, and waits for rank - 2^r
 *   group     member                      first member
 *               JOIN, smallest free number ----&gt;  the largest of all
 *               &lt;---- NUMBER
 *               installs
 *               INSTALLED ----&gt;                   all have
 *               &lt;---- GO
 * </pre>
 */
final class GroupControl {
    /** The number of the channel on which the library agrees about groups; no client can open it. */
    static final int CLIENT = 0xffff;

    private static final int BARRIER = 1;
    private static final int JOIN = 2;
    private static final int NUMBER = 3;
    private static final int INSTALLED = 4;
    private static final int GO = 5;

    private static final String[] NAMES = {"", "barrier", "group", "group", "group", "group"};

    private final Lci lci;
    /** By round: notifications of barriers that have arrived. */
    private final int[] notified = new int[Integer.SIZE];

    private int barriers;
    /** By rank: what it has said about groups, kind, value and members' hash each; null: nothing. */
    private final ArrayDeque<long[]>[] said;

    /** Smallest number that no group of this rank has. */
    private int nextGroup;

    @SuppressWarnings({"unchecked", "rawtypes"})
    GroupControl(Lci lci) {
        this.lci = lci;
        said = new ArrayDeque[lci.size()];
    }

    /** A packet of another rank's library has arrived. */
    void onPacket(int source, long kind, long value, long hash) {
        if (kind == BARRIER) {
            notified[(int) value]++;
            return;
        }
        if (said[source] == null) {
            said[source] = new ArrayDeque<>();
        }
        said[source].add(new long[] {kind, value, hash});
    }

    private void say(int rank, int kind, long value, long hash) {
        SendPacket packet = lci.allocateNow();
        packet.putLong(0, kind);
        packet.putLong(Long.BYTES, value);
        packet.putLong(2 * Long.BYTES, hash);
        lci.launch(CLIENT, rank, packet, 3 * Long.BYTES);
    }

    void barrier() {
        barriers++;
        int size = lci.size();
        for (int round = 0; 1 << round < size; round++) {
            int away = 1 << round;
            say((lci.rank() + away) % size, BARRIER, round, 0);
            int expected = round;
            lci.await(Math.floorMod(lci.rank() - away, size), "a barrier", () -> notified[expected] - barriers >= 0);
        }
    }

    /** Agrees on the number of a group of several ranks, which the installer installs here. Returns the number. */
    int group(int[] members, Installer installer) {
        long hash = Arrays.hashCode(members);
        return lci.rank() == members[0] ? lead(members, hash, installer) : join(members[0], hash, installer);
    }

    /** Installs a group in the network interface. */
    @FunctionalInterface
    interface Installer {
        void install(int number);
    }

    private int lead(int[] members, long hash, Installer installer) {
        int number = nextGroup;
        for (int i = 1; i < members.length; i++) {
            number = Math.max(number, (int) hear(members[i], JOIN, hash));
        }
        for (int i = 1; i < members.length; i++) {
            say(members[i], NUMBER, number, hash);
        }
        install(number, installer);
        for (int i = 1; i < members.length; i++) {
            long ignored = hear(members[i], INSTALLED, hash);
        }
        for (int i = 1; i < members.length; i++) {
            say(members[i], GO, number, hash);
        }
        return number;
    }

    private int join(int first, long hash, Installer installer) {
        say(first, JOIN, nextGroup, hash);
        int number = (int) hear(first, NUMBER, hash);
        install(number, installer);
        say(first, INSTALLED, number, hash);
        long ignored = hear(first, GO, hash);
        return number;
    }

    private void install(int number, Installer installer) {
        installer.install(number);
        nextGroup = number + 1;
    }

    /** Waits for the next word of a rank. Returns its value. */
    private long hear(int rank, int kind, long hash) {
        lci.await(rank, "a group", () -> said[rank] != null && !said[rank].isEmpty());
        long[] word = said[rank].remove();
        if (word[0] != kind || word[2] != hash) {
            throw lci.fail("group(): rank " + rank + " calls " + NAMES[(int) word[0]]
                    + "() for other members; expected the same members on all of them, and groups in the same order");
        }
        return word[1];
    }
}
