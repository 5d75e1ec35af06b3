package org.bipj.mpi.contract;

import mpi.DatarepConversionFunction;
import mpi.DatarepExtentFunction;
import mpi.Info;
import mpi.MPI;
import mpi.MpiRank;

/** The methods of class {@code MPI} about hardware and data representations, as a rank calls them. */
public interface EnvironmentCalls {
    Info getHwResourceInfo();

    void registerDatarep(
            String name, DatarepConversionFunction read, DatarepConversionFunction write, DatarepExtentFunction extent);

    /** Of a rank that has a class {@code MPI} of its own. */
    static EnvironmentCalls ofClass() {
        return new EnvironmentCalls() {
            @Override
            public Info getHwResourceInfo() {
                return MPI.getHwResourceInfo();
            }

            @Override
            public void registerDatarep(
                    String name,
                    DatarepConversionFunction read,
                    DatarepConversionFunction write,
                    DatarepExtentFunction extent) {
                MPI.registerDatarep(name, read, write, extent);
            }
        };
    }

    /** Of one of several ranks that share the class. */
    static EnvironmentCalls of(MpiRank mpi) {
        return new EnvironmentCalls() {
            @Override
            public Info getHwResourceInfo() {
                return mpi.hwResourceInfo();
            }

            @Override
            public void registerDatarep(
                    String name,
                    DatarepConversionFunction read,
                    DatarepConversionFunction write,
                    DatarepExtentFunction extent) {
                mpi.registerDatarep(name, read, write, extent);
            }
        };
    }
}
