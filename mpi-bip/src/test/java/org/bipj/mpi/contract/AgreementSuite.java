package org.bipj.mpi.contract;

import mpi.CartComm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** Agreements, shrunken and revoked communicators where nobody fails: what they do in every job. */
public final class AgreementSuite extends Suite {
    /** Adds the cases. */
    public AgreementSuite() {
        each("an agreement is the bitwise and", AgreementSuite::agree);
        each("a communicator without failures shrinks to a duplicate", AgreementSuite::shrink);
        add("agreements that are begun together end in order", 3, AgreementSuite::together);
        add("between groups the flag is the other one's", 4, AgreementSuite::between);
        add("one process revokes for all, and the others agree all the same", 4, AgreementSuite::revoke);
        add("a grid shrinks to a communicator without topology", 4, AgreementSuite::grid);
        add("different calls are an error at all processes", 3, AgreementSuite::different);
        add("wrong arguments", 1, AgreementSuite::wrong);
    }

    private static void agree(Intracomm comm) {
        int[] flag = {~(1 << comm.getRank())};
        comm.agree(flag);
        Check.equal(-1 << comm.getSize(), flag[0], "flag");
        Check.equal(0, comm.getFailed().getSize(), "failed");
        Check.equal(0, comm.ackFailed(3), "acknowledged");
        Check.that(!comm.isRevoked(), "not revoked");
    }

    private static void shrink(Intracomm comm) {
        Intracomm same = comm.shrink();
        Intracomm later = comm.iShrink();
        later.getRequest().waitFor();
        for (Intracomm one : new Intracomm[] {same, later}) {
            Check.equal(MPI.CONGRUENT, mpi.Comm.compare(comm, one), "the same processes in the same order");
            int[] sum = {1};
            one.allReduce(sum, 1, MPI.INT, MPI.SUM);
            Check.equal(comm.getSize(), sum[0], "sum");
            one.free();
        }
    }

    private static void together(Rank rank) {
        Intracomm comm = rank.comm();
        int[][] flags = {{7 - rank.rank()}, {1 << rank.rank()}, {15}};
        Request first = comm.iAgree(flags[0]);
        Intracomm between = comm.iShrink();
        Request second = comm.iAgree(flags[1]);
        comm.agree(flags[2]);
        Request.waitAll(new Request[] {second, between.getRequest(), first});
        Check.equal(4, flags[0][0], "7 & 6 & 5");
        Check.equal(0, flags[1][0], "1 & 2 & 4");
        Check.equal(15, flags[2][0], "all alike");
        between.barrier();
        between.free();
    }

    private static void between(Rank rank) {
        Intracomm comm = rank.comm();
        boolean isFirst = rank.rank() < 1;
        Intracomm group = comm.split(isFirst ? 0 : 1, 0);
        Intercomm both = comm.createIntercomm(group, 0, isFirst ? 1 : 0, 3);
        int[] flag = {isFirst ? 9 : 15 ^ 1 << rank.rank()};
        both.agree(flag);
        Check.equal(isFirst ? 1 : 9, flag[0], "flag");
        flag[0] = 3;
        both.iAgree(flag).waitFor();
        Check.equal(3, flag[0], "flag");
        Intercomm same = both.shrink();
        Check.equal(both.getRemoteSize(), same.getRemoteSize(), "the other group");
        same.barrier();
        same.free();
        both.free();
        group.free();
    }

    private static void revoke(Rank rank) throws Exception {
        Intracomm other = rank.comm().dup();
        other.setErrhandler(MPI.ERRORS_RETURN);
        if (rank.rank() == 1) {
            other.revoke();
        } else {
            Check.error(MPI.ERR_REVOKED, () -> other.recv(new int[1], 1, MPI.INT, 1, 0), "revoked");
        }
        Check.that(other.isRevoked(), "revoked");
        other.revoke();
        Check.error(MPI.ERR_REVOKED, () -> other.send(new int[1], 1, MPI.INT, 0, 0), "revoked");
        Check.error(MPI.ERR_REVOKED, other::barrier, "revoked");
        Check.error(MPI.ERR_REVOKED, other::dup, "revoked");
        int[] flag = {3 + rank.rank()};
        other.agree(flag);
        Check.equal(0, flag[0], "3 & 4 & 5 & 6");
        Intracomm again = other.shrink();
        again.barrier();
        again.free();
        other.free();
    }

    private static void grid(Rank rank) {
        CartComm grid = rank.comm().createCart(new int[] {2, 2}, new boolean[2], false);
        Intracomm shrunk = grid.shrink();
        Check.equal(MPI.UNDEFINED, shrunk.getTopology(), "topology");
        shrunk.free();
        grid.free();
    }

    private static void different(Rank rank) throws Exception {
        Intracomm comm = rank.comm().dup();
        comm.setErrhandler(MPI.ERRORS_RETURN);
        Check.Action call = rank.rank() == 1 ? () -> comm.shrink().free() : () -> comm.agree(new int[1]);
        Check.error(MPI.ERR_OTHER, call, "different calls");
        comm.free();
    }

    private static void wrong(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Check.error(MPI.ERR_ARG, () -> comm.agree(null), "agree", "null");
        Check.error(MPI.ERR_ARG, () -> comm.iAgree(new int[0]), "iAgree", "empty");
        Check.error(MPI.ERR_ARG, () -> comm.ackFailed(-1), "ackFailed", "-1");
    }
}
