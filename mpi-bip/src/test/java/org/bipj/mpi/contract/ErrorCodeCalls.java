package org.bipj.mpi.contract;

import mpi.MPI;
import mpi.MpiRank;

/** The methods of class {@code MPI} about error codes, as a rank calls them. */
public interface ErrorCodeCalls {
    int addErrorClass();

    int addErrorCode(int errorClass);

    void addErrorString(int code, String text);

    void removeErrorClass(int errorClass);

    void removeErrorCode(int code);

    void removeErrorString(int code);

    int getErrorClass(int code);

    String getErrorString(int code);

    /** Of a rank that has a class {@code MPI} of its own. */
    static ErrorCodeCalls ofClass() {
        return new ErrorCodeCalls() {
            @Override
            public int addErrorClass() {
                return MPI.addErrorClass();
            }

            @Override
            public int addErrorCode(int errorClass) {
                return MPI.addErrorCode(errorClass);
            }

            @Override
            public void addErrorString(int code, String text) {
                MPI.addErrorString(code, text);
            }

            @Override
            public void removeErrorClass(int errorClass) {
                MPI.removeErrorClass(errorClass);
            }

            @Override
            public void removeErrorCode(int code) {
                MPI.removeErrorCode(code);
            }

            @Override
            public void removeErrorString(int code) {
                MPI.removeErrorString(code);
            }

            @Override
            public int getErrorClass(int code) {
                return MPI.getErrorClass(code);
            }

            @Override
            public String getErrorString(int code) {
                return MPI.getErrorString(code);
            }
        };
    }

    /** Of one of several ranks that share the class. */
    static ErrorCodeCalls of(MpiRank mpi) {
        return new ErrorCodeCalls() {
            @Override
            public int addErrorClass() {
                return mpi.addErrorClass();
            }

            @Override
            public int addErrorCode(int errorClass) {
                return mpi.addErrorCode(errorClass);
            }

            @Override
            public void addErrorString(int code, String text) {
                mpi.addErrorString(code, text);
            }

            @Override
            public void removeErrorClass(int errorClass) {
                mpi.removeErrorClass(errorClass);
            }

            @Override
            public void removeErrorCode(int code) {
                mpi.removeErrorCode(code);
            }

            @Override
            public void removeErrorString(int code) {
                mpi.removeErrorString(code);
            }

            @Override
            public int getErrorClass(int code) {
                return mpi.getErrorClass(code);
            }

            @Override
            public String getErrorString(int code) {
                return mpi.getErrorString(code);
            }
        };
    }
}
