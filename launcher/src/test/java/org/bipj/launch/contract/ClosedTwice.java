package org.bipj.launch.contract;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.File;
import mpi.Group;
import mpi.Info;
import mpi.MPI;
import mpi.Win;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.AmGroup;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;
import org.bipj.crl.Crl;
import org.bipj.crl.ReadSection;
import org.bipj.lci.Channel;
import org.bipj.lci.Disposal;
import org.bipj.lci.Lci;
import org.bipj.multigame.Moves;
import org.bipj.multigame.Multigame;
import org.bipj.multigame.Puzzle;
import org.bipj.orca.Codec;
import org.bipj.orca.Orca;
import org.bipj.orca.Read;
import org.bipj.orca.SharedObject;
import org.bipj.panda.Delivery;
import org.bipj.panda.Gather;
import org.bipj.panda.Incoming;
import org.bipj.panda.Messages;
import org.bipj.panda.Panda;

/** Closes everything twice, the second time also while another one like it is open, which must not notice. */
public final class ClosedTwice {
    private static final Read<int[], Void, Integer> VALUE =
            Read.of("value", Codec.NONE, Codec.INT, (int[] value, Void none) -> value[0]);

    private ClosedTwice() {}

    /** Runs the program; the argument is a folder for a file. */
    public static void main(String[] args) throws Exception {
        for (String what : Reopening.ALL) {
            interfaces(what);
        }
        activeMessages();
        lci();
        panda();
        objectsAndRegions();
        mpi(Path.of(args[0], "file").toString());
        System.out.println("right");
    }

    private static void interfaces(String what) throws Exception {
        AutoCloseable first = Reopening.open(what);
        Reopening.exchange(first);
        first.close();
        first.close();
        AutoCloseable second = Reopening.open(what);
        first.close();
        first.close();
        Reopening.exchange(second);
        second.close();
        first.close();
        second.close();
    }

    private static void activeMessages() {
        ActiveMessages am = ActiveMessages.init();
        Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
        AmGroup group = AmGroup.join(bundle);
        group.barrier();
        group.close();
        group.close();
        AmEndpoint endpoint = bundle.allocateEndpoint();
        int place = endpoint.name().endpoint();
        endpoint.close();
        AmGroup next = AmGroup.join(bundle);
        check(place, bundle.endpoints().getFirst().name().endpoint());
        endpoint.close();
        group.close();
        next.barrier();
        am.close();
        am.close();
        next.close();
        bundle.close();
        bundle.close();
    }

    private static void lci() {
        Lci lci = Lci.init();
        int[] got = {0};
        Channel channel = lci.open(100, packet -> Disposal.RELEASE);
        channel.close();
        Channel next = lci.open(100, packet -> {
            got[0]++;
            return Disposal.RELEASE;
        });
        channel.close();
        lci.barrier();
        next.unicast(1 - lci.rank(), next.allocate(), 0);
        lci.await("a packet", () -> got[0] == 1);
        lci.barrier();
        lci.close();
        lci.close();
        next.close();
    }

    private static void panda() {
        Panda panda = Panda.init();
        Gather nothing = new Gather();
        List<Incoming> got = new ArrayList<>();
        List<AutoCloseable> before = List.of(
                panda.messages(1, message -> {}),
                panda.rpc(2, (request, reply) -> reply.send(nothing)),
                panda.broadcast(3, panda.group(), Delivery.COMPLETE, message -> {}),
                panda.orderedBroadcast(4, panda.group(), message -> {}));
        closeAll(before);
        closeAll(before);
        panda.barrier();
        Messages messages = panda.messages(1, message -> got.add(message.keep()));
        var rpc = panda.rpc(2, (request, reply) -> reply.send(nothing));
        var broadcast = panda.broadcast(3, panda.group(), Delivery.COMPLETE, message -> got.add(message.keep()));
        var ordered = panda.orderedBroadcast(4, panda.group(), message -> got.add(message.keep()));
        closeAll(before);
        messages.send(1 - panda.rank(), nothing);
        broadcast.send(nothing);
        ordered.send(nothing);
        rpc.call(1 - panda.rank(), nothing, reply -> {});
        panda.await("messages", () -> got.size() == 4);
        got.forEach(Incoming::close);
        got.forEach(Incoming::close);
        panda.barrier();
        closeAll(List.of(messages, rpc, broadcast, ordered, panda, panda, messages, rpc, broadcast, ordered));
    }

    private static void objectsAndRegions() {
        Orca orca = Orca.init();
        SharedObject<int[]> object = orca.replicated("Value", () -> new int[] {7}, VALUE);
        object.free();
        object.free();
        orca.barrier();
        Crl crl = Crl.init();
        var region = crl.create(8);
        ReadSection section = region.startRead();
        section.close();
        section.close();
        closeAll(List.of(crl, orca, crl, orca));
        Multigame multigame = Multigame.setup().tablePositions(64).init(new Solved());
        closeAll(List.of(multigame, multigame));
    }

    /** A puzzle without moves. */
    private static final class Solved implements Puzzle {
        @Override
        public int estimate(long high, long low) {
            return 0;
        }

        @Override
        public void moves(long high, long low, Moves found) {}
    }

    private static void mpi(String name) throws Exception {
        MPI.Init(new String[0]);
        File file = new File(MPI.COMM_WORLD, name, MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
        Win win = new Win(MPI.newIntBuffer(4), 4, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Comm comm = MPI.COMM_WORLD.dup();
        Group group = comm.getGroup();
        Info info = new Info();
        List<AutoCloseable> handles = List.of(file, win, comm, group, info);
        closeAll(handles);
        closeAll(handles);
        try (Comm next = MPI.COMM_WORLD.dup()) {
            closeAll(handles);
            next.barrier();
        }
        MPI.Finalize();
        closeAll(handles);
    }

    private static void closeAll(List<? extends AutoCloseable> handles) {
        for (AutoCloseable handle : handles) {
            try {
                handle.close();
            } catch (Exception e) {
                throw new AssertionError(handle.toString(), e);
            }
        }
    }

    private static void check(int expected, int got) {
        if (expected != got) {
            throw new AssertionError("expected " + expected + ", got " + got);
        }
    }
}
