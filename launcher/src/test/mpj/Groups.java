// ranks: 4
import java.util.Arrays;
import mpi.*;

public class Groups {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm w = MPI.COMM_WORLD;
        int me = w.Rank();
        Group all = w.Group();
        Group some = all.Incl(new int[] {3, 1});
        Group others = all.Excl(new int[] {3, 1});
        Group even = all.Range_incl(new int[][] {{0, 2, 2}});
        Group odd = all.Range_excl(new int[][] {{0, 2, 2}});
        Group both = Group.Union(some, even);
        Group none = Group.Intersection(some, even);
        Group rest = Group.Difference(all, others);
        int[] there = Group.Translate_ranks(all, new int[] {0, 1, 2, 3}, some);
        if (me == 0) {
            System.out.println(all.Size() + " " + some.Size() + " " + both.Size() + " " + none.Size() + " " + rest.Size());
            System.out.println("undefined: " + (some.Rank() == MPI.UNDEFINED) + " " + (there[0] == MPI.UNDEFINED));
            System.out.println("translated: " + there[1] + " " + there[3]);
            System.out.println("same: " + (Group.Compare(others, even) == MPI.IDENT) + " "
                    + (Group.Compare(some, odd) == MPI.SIMILAR) + " " + (Group.Compare(some, all) == MPI.UNEQUAL)
                    + " " + (Group.Compare(none, MPI.GROUP_EMPTY) == MPI.IDENT));
            System.out.println(Arrays.toString(Group.Translate_ranks(both, new int[] {0, 1, 2, 3}, all)));
        }
        Intracomm part = w.Create(some);
        if (me == 1 || me == 3) {
            int[] r = {me};
            int[] sum = new int[1];
            part.Allreduce(r, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            System.out.println("rank " + me + " is " + part.Rank() + " of " + part.Size() + ", sum " + sum[0]);
            part.Free();
            if (!part.Is_null()) throw new Exception("freed");
        } else if (part != null) {
            throw new Exception("not a member");
        }
        Intracomm again = w.Creat(others);
        if ((again != null) != (me == 0 || me == 2)) throw new Exception("Creat");
        all.finalize();
        MPI.Finalize();
    }
}
