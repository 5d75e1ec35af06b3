// ranks: 2
import mpi.*;

/** Derived types: extents, strides and displacements are in elements of the array. */
public class Types {
    static int me;

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        me = MPI.COMM_WORLD.Rank();
        Datatype three = Datatype.Contiguous(3, MPI.DOUBLE);
        Datatype column = Datatype.Vector(4, 1, 5, MPI.DOUBLE);
        Datatype rows = Datatype.Vector(2, 1, 2, three);
        Datatype hvector = Datatype.Hvector(3, 2, 4, MPI.DOUBLE);
        Datatype hrows = Datatype.Hvector(2, 1, 7, three);
        Datatype indexed = Datatype.Indexed(new int[] {1, 2}, new int[] {3, 0}, MPI.DOUBLE);
        Datatype indexedRows = Datatype.Indexed(new int[] {1, 1}, new int[] {2, 0}, three);
        Datatype hindexed = Datatype.Hindexed(new int[] {1, 1}, new int[] {5, 1}, three);
        Datatype struct = Datatype.Struct(new int[] {1, 2, 1}, new int[] {0, 4, 9}, new Datatype[] {
            MPI.DOUBLE, MPI.DOUBLE, three
        });
        Datatype padded = Datatype.Struct(new int[] {1, 1}, new int[] {0, 4}, new Datatype[] {MPI.DOUBLE, MPI.UB});
        Datatype shifted = Datatype.Struct(new int[] {1, 1, 1}, new int[] {-3, 0, 6}, new Datatype[] {
            MPI.LB, MPI.DOUBLE, MPI.UB
        });
        Datatype twice = Datatype.Contiguous(2, shifted);
        bounds("DOUBLE", MPI.DOUBLE);
        bounds("Contiguous", three);
        bounds("Vector", column);
        bounds("Vector of rows", rows);
        bounds("Hvector", hvector);
        bounds("Hvector of rows", hrows);
        bounds("Indexed", indexed);
        bounds("Indexed rows", indexedRows);
        bounds("Hindexed", hindexed);
        bounds("Struct", struct);
        bounds("Struct with UB", padded);
        bounds("Struct with LB and UB", shifted);
        bounds("two of them", twice);
        bounds("BYTE", MPI.BYTE);
        bounds("INT2", MPI.INT2);
        Datatype[] all = {three, column, rows, hvector, hrows, indexed, indexedRows, hindexed, struct, padded, twice};
        for (int i = 0; i < all.length; i++) {
            all[i].Commit();
            transfer(i, all[i], 1);
            transfer(i, all[i], 2);
        }
        if (me == 0) System.out.println("types ok");
        MPI.Finalize();
    }

    static void bounds(String name, Datatype t) throws MPIException {
        if (me == 0)
            System.out.println(name + ": extent " + t.Extent() + ", size " + t.Size() + ", " + t.Lb() + " to " + t.Ub());
    }

    /** The elements that arrive are those that a plain copy finds, and no others change. */
    static void transfer(int tag, Datatype t, int count) throws MPIException {
        int offset = 20;
        int n = count * t.Size();
        double[] buf = new double[100];
        if (me == 0) {
            for (int i = 0; i < buf.length; i++) buf[i] = i;
            MPI.COMM_WORLD.Send(buf, offset, count, t, 1, tag);
            MPI.COMM_WORLD.Send(buf, offset, count, t, 1, tag);
        } else {
            double[] packed = new double[n];
            MPI.COMM_WORLD.Recv(packed, 0, n, MPI.DOUBLE, 0, tag);
            Status s = MPI.COMM_WORLD.Recv(buf, offset, count, t, 0, tag);
            if (s.Get_count(t) != count || s.Get_elements(t) != n) throw new RuntimeException("count of type " + tag);
            int found = 0;
            for (int i = 0; i < buf.length; i++) {
                if (buf[i] != 0) {
                    if (buf[i] != i) throw new RuntimeException("type " + tag + " at " + i + ": " + buf[i]);
                    found++;
                }
            }
            if (found != n) throw new RuntimeException("type " + tag + ": " + found + " of " + n);
            for (int i = 0; i < n; i++) if (buf[(int) packed[i]] != packed[i]) throw new RuntimeException("order");
        }
    }
}
