package mpi;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.BetweenGroups;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.engine.CollPort;

/**
 * The calls of {@link CommMovement} on a port of collective operations, which does them at once or records them: what all
 * forms of an operation have in common. The arguments are checked first.
 */
final class MovementCalls {
    private MovementCalls() {}

    static void barrier(CollPort c) {
        Collectives.barrier(c.collWhole());
    }

    static void bcast(CollPort c, Object buf, int count, Datatype type, int root) {
        if (c.collFirstGroup() > 0) {
            InterCalls.bcast(c, buf, count, type, root);
            return;
        }
        Checks.root(root, c.size());
        TypeLayout layout = Checks.data(buf, count, type, c.rank() != root);
        Collectives.bcast(c, buf, 0, count, layout, root);
    }

    static void gather(
            CollPort c,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root) {
        if (c.collFirstGroup() > 0) {
            InterCalls.gather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
            return;
        }
        Checks.root(root, c.size());
        TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
        if (c.rank() == root) {
            TypeLayout rt = Checks.parts(recvbuf, recvcount, recvtype, c.size(), true);
            Checks.distinct(sendbuf, sendcount, st, recvbuf, recvcount, rt);
            Collectives.gather(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, rt, root);
        } else {
            Collectives.gather(c, sendbuf, 0, sendcount, st, null, 0, 0, st, root);
        }
    }

    static void gather(CollPort c, Object buf, int count, Datatype type, int root) {
        if (c.collFirstGroup() > 0) {
            InterCalls.gather(c, buf, count, type, buf, count, type, root);
            return;
        }
        Checks.root(root, c.size());
        if (c.rank() == root) {
            TypeLayout t = Checks.parts(buf, count, type, c.size(), true);
            Collectives.gather(c, Collectives.IN_PLACE, 0, 0, t, buf, 0, count, t, root);
        } else {
            TypeLayout t = Checks.data(buf, count, type, false);
            Collectives.gather(c, buf, 0, count, t, null, 0, 0, t, root);
        }
    }

    static void gatherv(
            CollPort c,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root) {
        if (c.collFirstGroup() > 0) {
            if (root == Predefined.ROOT) {
                InterCalls.gatherv(c, recvbuf, recvcount, displs, recvtype, root);
            } else {
                InterCalls.gatherv(c, sendbuf, sendcount, sendtype, root);
            }
            return;
        }
        Checks.root(root, c.size());
        TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
        if (c.rank() == root) {
            TypeLayout rt = Checks.parts(recvbuf, recvcount, displs, recvtype, c.size(), true);
            Collectives.gatherv(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, displs, rt, root);
        } else {
            Collectives.gatherv(c, sendbuf, 0, sendcount, st, null, 0, null, null, st, root);
        }
    }

    static void gatherv(CollPort c, Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        if (c.collFirstGroup() > 0) {
            InterCalls.gatherv(c, recvbuf, recvcount, displs, recvtype, root);
            return;
        }
        Checks.isRoot(c, root, true);
        TypeLayout rt = Checks.parts(recvbuf, recvcount, displs, recvtype, c.size(), true);
        Collectives.gatherv(c, Collectives.IN_PLACE, 0, 0, rt, recvbuf, 0, recvcount, displs, rt, root);
    }

    static void gatherv(CollPort c, Object sendbuf, int sendcount, Datatype sendtype, int root) {
        if (c.collFirstGroup() > 0) {
            InterCalls.gatherv(c, sendbuf, sendcount, sendtype, root);
            return;
        }
        Checks.isRoot(c, root, false);
        TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
        Collectives.gatherv(c, sendbuf, 0, sendcount, st, null, 0, null, null, st, root);
    }

    static void scatter(
            CollPort c,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root) {
        if (c.collFirstGroup() > 0) {
            InterCalls.scatter(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
            return;
        }
        Checks.root(root, c.size());
        TypeLayout rt = Checks.data(recvbuf, recvcount, recvtype, true);
        if (c.rank() == root) {
            TypeLayout st = Checks.parts(sendbuf, sendcount, sendtype, c.size(), false);
            Checks.distinct(sendbuf, sendcount, st, recvbuf, recvcount, rt);
            Collectives.scatter(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, rt, root);
        } else {
            Collectives.scatter(c, null, 0, 0, rt, recvbuf, 0, recvcount, rt, root);
        }
    }

    static void scatter(CollPort c, Object buf, int count, Datatype type, int root) {
        if (c.collFirstGroup() > 0) {
            InterCalls.scatter(c, buf, count, type, buf, count, type, root);
            return;
        }
        Checks.root(root, c.size());
        if (c.rank() == root) {
            TypeLayout t = Checks.parts(buf, count, type, c.size(), false);
            Collectives.scatter(c, buf, 0, count, t, Collectives.IN_PLACE, 0, 0, t, root);
        } else {
            TypeLayout t = Checks.data(buf, count, type, true);
            Collectives.scatter(c, null, 0, 0, t, buf, 0, count, t, root);
        }
    }

    static void scatterv(
            CollPort c,
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root) {
        if (c.collFirstGroup() > 0) {
            if (root == Predefined.ROOT) {
                InterCalls.scatterv(c, sendbuf, sendcount, displs, sendtype, root);
            } else {
                InterCalls.scatterv(c, recvbuf, recvcount, recvtype, root);
            }
            return;
        }
        Checks.root(root, c.size());
        TypeLayout rt = Checks.data(recvbuf, recvcount, recvtype, true);
        if (c.rank() == root) {
            TypeLayout st = Checks.parts(sendbuf, sendcount, displs, sendtype, c.size(), false);
            Collectives.scatterv(c, sendbuf, 0, sendcount, displs, st, recvbuf, 0, recvcount, rt, root);
        } else {
            Collectives.scatterv(c, null, 0, null, null, rt, recvbuf, 0, recvcount, rt, root);
        }
    }

    static void scatterv(CollPort c, Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root) {
        if (c.collFirstGroup() > 0) {
            InterCalls.scatterv(c, sendbuf, sendcount, displs, sendtype, root);
            return;
        }
        Checks.isRoot(c, root, true);
        TypeLayout st = Checks.parts(sendbuf, sendcount, displs, sendtype, c.size(), false);
        Collectives.scatterv(c, sendbuf, 0, sendcount, displs, st, Collectives.IN_PLACE, 0, 0, st, root);
    }

    static void scatterv(CollPort c, Object recvbuf, int recvcount, Datatype recvtype, int root) {
        if (c.collFirstGroup() > 0) {
            InterCalls.scatterv(c, recvbuf, recvcount, recvtype, root);
            return;
        }
        Checks.isRoot(c, root, false);
        TypeLayout rt = Checks.data(recvbuf, recvcount, recvtype, true);
        Collectives.scatterv(c, null, 0, null, null, rt, recvbuf, 0, recvcount, rt, root);
    }

    static void allGather(
            CollPort c,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        if (c.collFirstGroup() > 0) {
            NeighbourCalls.allGather(
                    c.collWhole(),
                    BetweenGroups.of(c).toAll(),
                    sendbuf,
                    sendcount,
                    sendtype,
                    recvbuf,
                    recvcount,
                    recvtype);
            return;
        }
        TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
        TypeLayout rt = Checks.parts(recvbuf, recvcount, recvtype, c.size(), true);
        Checks.distinct(sendbuf, sendcount, st, recvbuf, recvcount, rt);
        Collectives.allGather(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, rt);
    }

    static void allGather(CollPort c, Object buf, int count, Datatype type) {
        InterCalls.noFormInPlace(c);
        TypeLayout t = Checks.parts(buf, count, type, c.size(), true);
        Collectives.allGather(c, Collectives.IN_PLACE, 0, 0, t, buf, 0, count, t);
    }

    static void allGatherv(
            CollPort c,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype) {
        if (c.collFirstGroup() > 0) {
            NeighbourCalls.allGatherv(
                    c.collWhole(),
                    BetweenGroups.of(c).toAll(),
                    sendbuf,
                    sendcount,
                    sendtype,
                    recvbuf,
                    recvcount,
                    displs,
                    recvtype);
            return;
        }
        TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
        TypeLayout rt = Checks.parts(recvbuf, recvcount, displs, recvtype, c.size(), true);
        Collectives.allGatherv(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, displs, rt);
    }

    static void allGatherv(CollPort c, Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) {
        InterCalls.noFormInPlace(c);
        TypeLayout rt = Checks.parts(recvbuf, recvcount, displs, recvtype, c.size(), true);
        Collectives.allGatherv(c, Collectives.IN_PLACE, 0, 0, rt, recvbuf, 0, recvcount, displs, rt);
    }

    static void allToAll(
            CollPort c,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        if (c.collFirstGroup() > 0) {
            NeighbourCalls.allToAll(
                    c.collWhole(),
                    BetweenGroups.of(c).toAll(),
                    sendbuf,
                    sendcount,
                    sendtype,
                    recvbuf,
                    recvcount,
                    recvtype);
            return;
        }
        TypeLayout st = Checks.parts(sendbuf, sendcount, sendtype, c.size(), false);
        TypeLayout rt = Checks.parts(recvbuf, recvcount, recvtype, c.size(), true);
        Checks.distinct(sendbuf, sendcount, st, recvbuf, recvcount, rt);
        Collectives.allToAll(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, rt);
    }

    static void allToAllv(
            CollPort c,
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype) {
        if (c.collFirstGroup() > 0) {
            NeighbourCalls.allToAllv(
                    c.collWhole(),
                    BetweenGroups.of(c).toAll(),
                    sendbuf,
                    sendcount,
                    sdispls,
                    sendtype,
                    recvbuf,
                    recvcount,
                    rdispls,
                    recvtype);
            return;
        }
        TypeLayout st = Checks.parts(sendbuf, sendcount, sdispls, sendtype, c.size(), false);
        TypeLayout rt = Checks.parts(recvbuf, recvcount, rdispls, recvtype, c.size(), true);
        Collectives.allToAllv(c, sendbuf, 0, sendcount, sdispls, st, recvbuf, 0, recvcount, rdispls, rt);
    }

    static void allToAllw(
            CollPort c,
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype[] sendtypes,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype[] recvtypes) {
        if (c.collFirstGroup() > 0) {
            NeighbourCalls.allToAllw(
                    c.collWhole(),
                    BetweenGroups.of(c).toAll(),
                    sendbuf,
                    sendcount,
                    sdispls,
                    sendtypes,
                    recvbuf,
                    recvcount,
                    rdispls,
                    recvtypes);
            return;
        }
        TypeLayout[] sts = Checks.parts(sendbuf, sendcount, sdispls, sendtypes, c.size(), false);
        TypeLayout[] rts = Checks.parts(recvbuf, recvcount, rdispls, recvtypes, c.size(), true);
        Collectives.allToAllw(c, sendbuf, 0, sendcount, sdispls, sts, recvbuf, 0, recvcount, rdispls, rts);
    }
}
