package org.bipj.mpi.contract;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.ShiftParms;
import org.bipj.core.job.Jobs;

/** Communicators and Cartesian topologies (MPI 4.1 chapters 7 and 8). */
public final class CommunicatorSuite extends Suite {
    /** Adds the cases. */
    public CommunicatorSuite() {
        add("split by colour and key", 8, CommunicatorSuite::split);
        add("split with UNDEFINED gives a null communicator", 4, CommunicatorSuite::splitUndefined);
        add("splits of splits work at the same time", 8, CommunicatorSuite::nested);
        add("splitType: ranks of one node", 4, CommunicatorSuite::splitType);
        add("dup: same ranks, other context, attributes and error handler inherited", 3, CommunicatorSuite::dup);
        add("create and createGroup", 5, CommunicatorSuite::create);
        add("createGroup among a few, while the others do something else", 5, CommunicatorSuite::createGroup);
        add("compare", 3, CommunicatorSuite::compare);
        add("1000 times dup and free", 3, CommunicatorSuite::thousandDups);
        add("300 communicators at a time", 2, CommunicatorSuite::manyAtATime);
        add("a context is used again only when its last message is gone", 2, CommunicatorSuite::reuse);
        add(
                "a communicator that is freed while messages are under way: they complete",
                2,
                CommunicatorSuite::freeEarly);
        add("a grid: ranks, coordinates, neighbours", 6, CommunicatorSuite::grid);
        add("a grid smaller than the communicator", 5, CommunicatorSuite::smallGrid);
        add("shifts along periodic and open dimensions, with data", 6, CommunicatorSuite::shift);
        add("grids of fewer dimensions", 8, CommunicatorSuite::sub);
        add("arguments", 4, CommunicatorSuite::arguments);
        add("names", 2, CommunicatorSuite::names);
        add("errors of a communicator's own methods pass its error handler", 2, CommunicatorSuite::handled);
        add("an error handler that is called and returns", 1, CommunicatorSuite::called);
    }

    private static int sum(Intracomm comm, int value) {
        int[] sum = {value};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    private static void split(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        // Even ranks in the opposite order, odd ones all with one key.
        Intracomm part = comm.split(me % 2, me % 2 == 0 ? -me : 7);
        Check.equal(4, part.getSize(), "size");
        Check.equal(me % 2 == 0 ? 3 - me / 2 : me / 2, part.getRank(), "rank");
        Check.equal(me % 2 == 0 ? 0 + 2 + 4 + 6 : 1 + 3 + 5 + 7, sum(part, me), "sum");
        int[] world = Group.translateRanks(part.getGroup(), new int[] {0, 1, 2, 3}, comm.getGroup());
        Check.equal(me % 2 == 0 ? new int[] {6, 4, 2, 0} : new int[] {1, 3, 5, 7}, world, "members");
        part.free();
        Intracomm extreme = comm.split(Integer.MAX_VALUE, me == 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE + me);
        Check.equal(me == 0 ? 7 : me - 1, extreme.getRank(), "rank with extreme keys");
        extreme.free();
    }

    private static void splitUndefined(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Intracomm part = comm.split(comm.getRank() < 2 ? 5 : MPI.UNDEFINED, 0);
        if (comm.getRank() < 2) {
            Check.equal(1, sum(part, comm.getRank()), "sum");
            part.free();
        } else {
            Check.that(part.isNull(), "null without a colour");
            Check.error(MPI.ERR_COMM, part::getRank, "null");
        }
        Intracomm none = comm.split(MPI.UNDEFINED, 0);
        Check.that(none.isNull(), "nobody has a colour");
    }

    private static void nested(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        for (int round = 0; round < 10; round++) {
            Intracomm half = comm.split(me / 4, 0);
            Intracomm quarter = half.split(half.getRank() / 2, -half.getRank());
            Intracomm again = half.dup();
            Check.equal(me / 4 == 0 ? 6 : 22, sum(half, me), "half");
            Check.equal(me / 2 * 4 + 1, sum(quarter, me), "quarter");
            Check.equal(me / 4 == 0 ? 6 : 22, sum(again, me), "dup of half");
            // In another order than they were made.
            half.free();
            Check.equal(me / 2 * 4 + 1, sum(quarter, me), "quarter after its parent was freed");
            again.free();
            quarter.free();
        }
    }

    private static void splitType(Rank rank) {
        Intracomm node = rank.comm().splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        // Jobs that have met share none, also on one node.
        int[] mine = {Jobs.of(CommunicatorSuite.class).memory().hashCode()};
        int[] all = new int[rank.comm().getSize()];
        rank.comm().allGather(mine, 1, MPI.INT, all, 1, MPI.INT);
        Check.equal(
                (int) Arrays.stream(all).filter(one -> one == mine[0]).count(), node.getSize(), "ranks of this node");
        node.free();
        Check.that(rank.comm().splitType(MPI.UNDEFINED, 0, MPI.INFO_NULL).isNull(), "without a type");
    }

    private static void dup(Rank rank) {
        Intracomm comm = rank.comm();
        int key = Comm.createKeyval();
        comm.setAttr(key, "value");
        Intracomm copy = comm.dup();
        Check.equal(comm.getRank(), copy.getRank(), "rank");
        Check.equal(comm.getSize(), copy.getSize(), "size");
        Check.equal("value", copy.getAttr(key), "attribute");
        Check.that(copy.getErrhandler() == MPI.ERRORS_RETURN, "error handler");
        copy.deleteAttr(key);
        Check.equal("value", comm.getAttr(key), "the original's attribute");
        comm.deleteAttr(key);
        Comm.freeKeyval(key);
        try (Intracomm clone = copy.clone()) {
            Check.equal(3, sum(clone, 1), "sum in the clone");
        }
        copy.free();
    }

    private static void create(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        Group group = comm.getGroup().incl(new int[] {4, 0, 2});
        Intracomm three = comm.create(group);
        Check.equal(me % 2 == 1, three.isNull(), "null for those that are not in the group");
        if (!three.isNull()) {
            Check.equal(me == 4 ? 0 : me == 0 ? 1 : 2, three.getRank(), "rank");
            Check.equal(6, sum(three, me), "sum");
            three.free();
        }
        // Groups without a common member at the same time.
        int[] odd = {1, 3};
        Intracomm part = comm.create(
                me % 2 == 0 ? comm.getGroup().excl(odd) : comm.getGroup().incl(odd));
        Check.equal(me % 2 == 0 ? 6 : 4, sum(part, me), "sum of a part");
        part.free();
        Check.that(comm.create(MPI.GROUP_EMPTY).isNull(), "of nobody");
    }

    private static void createGroup(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        for (int round = 0; round < 20; round++) {
            if (me == 1 || me == 3 || me == 4) {
                Intracomm few = comm.createGroup(comm.getGroup().incl(new int[] {3, 1, 4}), round);
                Check.equal(me == 3 ? 0 : me == 1 ? 1 : 2, few.getRank(), "rank");
                Check.equal(8, sum(few, me), "sum");
                few.free();
            } else {
                int other = 2 - me;
                int[] ball = {me};
                comm.sendRecvReplace(ball, 1, MPI.INT, other, 0, other, 0);
                Check.equal(other, ball[0], "ball");
            }
        }
    }

    private static void compare(Rank rank) {
        Intracomm comm = rank.comm();
        Intracomm dup = comm.dup();
        Intracomm turned = comm.split(0, -comm.getRank());
        Intracomm one = comm.split(comm.getRank(), 0);
        Check.equal(MPI.IDENT, Comm.compare(comm, comm), "itself");
        Check.equal(MPI.CONGRUENT, Comm.compare(comm, dup), "dup");
        Check.equal(MPI.SIMILAR, Comm.compare(comm, turned), "turned");
        Check.equal(MPI.UNEQUAL, Comm.compare(comm, one), "one rank");
        Check.equal(MPI.CONGRUENT, Comm.compare(rank.self(), one), "COMM_SELF and one rank");
        dup.free();
        turned.free();
        one.free();
    }

    private static void thousandDups(Rank rank) {
        Intracomm comm = rank.comm();
        for (int i = 0; i < 1000; i++) {
            Intracomm dup = comm.dup();
            if (i % 50 == 0) {
                Check.equal(6, sum(dup, comm.getRank() + 1), "sum number " + i);
            }
            dup.free();
        }
    }

    private static void manyAtATime(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        Intracomm[] all = new Intracomm[300];
        for (int i = 0; i < all.length; i++) {
            all[i] = comm.dup();
        }
        int[] room = new int[1];
        for (int i = 0; i < all.length; i++) {
            int at = me == 0 ? i : all.length - 1 - i;
            Intracomm c = all[at];
            Request request = c.iSend(new int[] {at}, 1, MPI.INT, 1 - me, 0);
            Intracomm d = all[all.length - 1 - at];
            d.recv(room, 1, MPI.INT, 1 - me, 0);
            Check.equal(all.length - 1 - at, room[0], "communicator of the message");
            request.waitFor();
        }
        for (Intracomm c : all) {
            c.free();
        }
    }

    /** Rank 1 is late to free; a new communicator of the same context must not see what was meant for the old one. */
    private static void reuse(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int size = rank.sizes().large();
        for (int round = 0; round < 100; round++) {
            Intracomm dup = comm.dup();
            byte[] data = Pattern.bytes(size, round);
            if (me == 0) {
                Request request = dup.iSend(data, size, MPI.BYTE, 1, 0);
                request.waitFor();
            } else {
                byte[] found = new byte[size];
                dup.recv(found, size, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
                int number = round;
                Check.sameBytes(data, found, () -> "round " + number);
            }
            dup.free();
        }
    }

    /** MPI 4.1 section 7.4.3: pending operations complete as usual, and no new communicator gets their messages. */
    private static void freeEarly(Rank rank) {
        Intracomm comm = rank.comm();
        int other = 1 - comm.getRank();
        for (int size : new int[] {8, rank.sizes().large()}) {
            for (int round = 0; round < 5; round++) {
                Intracomm dup = comm.dup();
                byte[] room = new byte[size];
                Request receive = dup.iRecv(room, size, MPI.BYTE, other, 0);
                if (comm.getRank() == 1) {
                    // Rank 0 has freed its communicator long before this message comes to it.
                    comm.recv(null, 0, MPI.BYTE, other, 1);
                }
                Request send = dup.iSend(Pattern.bytes(size, round), size, MPI.BYTE, other, 0);
                dup.free();
                if (comm.getRank() == 0) {
                    comm.send(null, 0, MPI.BYTE, other, 1);
                }
                Intracomm next = comm.dup();
                byte[] fresh = new byte[size];
                Request nextReceive = next.iRecv(fresh, size, MPI.BYTE, other, 0);
                next.iSend(Pattern.bytes(size, -1), size, MPI.BYTE, other, 0).waitFor();
                nextReceive.waitFor();
                receive.waitFor();
                send.waitFor();
                int number = round;
                Check.sameBytes(Pattern.bytes(size, round), room, () -> "freed communicator, round " + number);
                Check.sameBytes(Pattern.bytes(size, -1), fresh, () -> "new communicator, round " + number);
                next.free();
            }
        }
    }

    private static void grid(Rank rank) {
        CartComm cart = rank.comm().createCart(new int[] {2, 3}, new boolean[] {false, true}, true);
        int me = cart.getRank();
        Check.equal(MPI.CART, cart.getTopology(), "topology");
        Check.equal(MPI.UNDEFINED, rank.comm().getTopology(), "topology of the other");
        Check.equal(new int[] {me / 3, me % 3}, cart.getCoords(me), "coordinates");
        Check.equal(me, cart.getRank(new int[] {me / 3, me % 3}), "rank of the coordinates");
        Check.equal(me / 3 * 3 + (me + 2) % 3, cart.getRank(new int[] {me / 3, me % 3 - 1}), "around the ring");
        CartParms parms = cart.getTopo();
        Check.equal(2, parms.getDimCount(), "dimensions");
        Check.equal(3, parms.getDim(1), "second dimension");
        Check.that(!parms.getPeriod(0) && parms.getPeriod(1), "periods");
        Check.equal(me % 3, parms.getCoord(1), "own coordinate");
        CartComm copy = cart.dup();
        Check.equal(new int[] {me / 3, me % 3}, copy.getCoords(me), "coordinates in the dup");
        copy.free();
        cart.free();
    }

    private static void smallGrid(Rank rank) {
        CartComm cart = rank.comm().createCart(new int[] {2, 2}, new boolean[] {true, true}, false);
        Check.equal(rank.rank() == 4, cart.isNull(), "null for those that the grid has no room for");
        if (!cart.isNull()) {
            Check.equal(6, sum(cart, rank.rank()), "sum");
            cart.free();
        }
        CartComm point = rank.comm().createCart(new int[0], new boolean[0], false);
        Check.equal(rank.rank() != 0, point.isNull(), "a grid without dimensions has one rank");
        if (!point.isNull()) {
            Check.equal(1, point.getSize(), "size");
            point.free();
        }
    }

    private static void shift(Rank rank) {
        CartComm cart = rank.comm().createCart(new int[] {2, 3}, new boolean[] {false, true}, false);
        int me = cart.getRank();
        for (int direction = 0; direction < 2; direction++) {
            for (int steps = -4; steps <= 4; steps++) {
                ShiftParms shift = cart.shift(direction, steps);
                Check.equal(neighbour(me, direction, steps), shift.getRankDest(), "destination");
                Check.equal(neighbour(me, direction, -steps), shift.getRankSource(), "source");
                int[] out = {me};
                int[] in = {-1};
                cart.sendRecv(out, 1, MPI.INT, shift.getRankDest(), 0, in, 1, MPI.INT, shift.getRankSource(), 0);
                int from = shift.getRankSource();
                Check.equal(from == MPI.PROC_NULL ? -1 : from, in[0], "who sent, " + steps + " along " + direction);
            }
        }
        cart.free();
    }

    private static int neighbour(int me, int direction, int steps) {
        int row = me / 3 + (direction == 0 ? steps : 0);
        int column = Math.floorMod(me % 3 + (direction == 1 ? steps : 0), 3);
        return row < 0 || row > 1 ? MPI.PROC_NULL : row * 3 + column;
    }

    private static void sub(Rank rank) {
        CartComm cube = rank.comm().createCart(new int[] {2, 2, 2}, new boolean[] {true, false, true}, false);
        int me = cube.getRank();
        int[] at = cube.getCoords(me);
        CartComm plane = cube.sub(new boolean[] {true, false, true});
        Check.equal(4, plane.getSize(), "size of a plane");
        Check.equal(new int[] {at[0], at[2]}, plane.getCoords(plane.getRank()), "coordinates in the plane");
        int expected =
                IntStream.range(0, 8).filter(r -> cube.getCoords(r)[1] == at[1]).sum();
        Check.equal(expected, sum(plane, me), "sum of the plane");
        CartComm line = plane.sub(new boolean[] {false, true});
        Check.equal(2, line.getSize(), "size of a line");
        Check.that(line.getTopo().getPeriod(0), "period of the line");
        CartComm alone = cube.sub(new boolean[3]);
        Check.equal(1, alone.getSize(), "size without dimensions");
        alone.free();
        line.free();
        plane.free();
        cube.free();
    }

    private static void arguments(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Check.error(MPI.ERR_ARG, () -> comm.split(-2, 0), "colour is -2");
        Check.error(MPI.ERR_GROUP, () -> comm.create(null), "group is null");
        Group gone = comm.getGroup();
        gone.free();
        Check.error(MPI.ERR_GROUP, () -> comm.create(gone), "freed");
        Check.error(MPI.ERR_DIMS, () -> comm.createCart(new int[] {5}, new boolean[1], false), "5 processes");
        Check.error(MPI.ERR_DIMS, () -> comm.createCart(new int[] {0}, new boolean[1], false), "dims[0] is 0");
        Check.error(MPI.ERR_DIMS, () -> comm.createCart(new int[] {1}, new boolean[2], false));
        CartComm cart = comm.createCart(new int[] {2, 2}, new boolean[] {false, true}, false);
        Check.error(MPI.ERR_ARG, () -> cart.getRank(new int[] {2, 0}), "coords[0] is 2");
        Check.error(MPI.ERR_RANK, () -> cart.getCoords(4), "rank is 4");
        Check.error(MPI.ERR_DIMS, () -> cart.shift(2, 1), "direction is 2");
        cart.free();
        int[] dims = {0, 0};
        CartComm.createDims(6, dims);
        Check.equal(new int[] {3, 2}, dims, "dimensions for 6");
        MPIException e = Check.error(MPI.ERR_DIMS, () -> CartComm.createDims(7, new int[] {2, 0}));
        Check.that(e.getMessage().contains("7"), e::getMessage);
    }

    private static void names(Rank rank) {
        Intracomm dup = rank.comm().dup();
        Check.equal("", dup.getName(), "the name of a dup");
        dup.setName("mine");
        Check.equal("mine", dup.getName(), "name");
        Check.that(Arrays.asList("MPI_COMM_SELF", "").contains(rank.self().getName()), "name of COMM_SELF");
        dup.free();
    }

    /** What the handler returns names the method, and the rank's place. */
    private static void handled(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        String place = "(rank " + rank.rank() + " of ";
        Info gone = new Info();
        gone.free();
        int key = Comm.createKeyval();
        Comm.freeKeyval(key);
        Check.error(MPI.ERR_ARG, () -> comm.setErrhandler(null), "setErrhandler " + place, "null");
        Check.error(MPI.ERR_ARG, () -> comm.setName(null), "setName " + place, "null");
        Check.error(MPI.ERR_INFO, () -> comm.setInfo(null), "setInfo " + place, "null");
        Check.error(MPI.ERR_INFO, () -> comm.setInfo(MPI.INFO_NULL), "setInfo " + place, "null");
        Check.error(MPI.ERR_KEYVAL, () -> comm.setAttr(key, "value"), "setAttr " + place, key + " is no key");
        Check.error(MPI.ERR_KEYVAL, () -> comm.getAttr(key), "getAttr " + place, key + " is no key");
        Check.error(MPI.ERR_KEYVAL, () -> comm.deleteAttr(key), "deleteAttr " + place, key + " is no key");
        // Before anything is done that the other ranks would take part in.
        Check.error(MPI.ERR_INFO, () -> comm.dupWithInfo(gone), "dupWithInfo " + place, "freed");
        Check.error(MPI.ERR_INFO, () -> comm.dupWithInfo(null), "dupWithInfo " + place, "null");
        comm.barrier();
    }

    private static void called(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        comm.callErrhandler(MPI.ERR_TRUNCATE);
        comm.callErrhandler(MPI.ERR_OTHER);
        comm.barrier();
    }
}
