package org.bipj.mpi.op;

/** The product of complex numbers, which are pairs of floats or doubles: real, imaginary. */
final class ComplexProduct implements Reduction {
    private final boolean single;

    /**
     * The product.
     *
     * @param partBytes size of a real part: 4 for floats, 8 for doubles
     */
    ComplexProduct(int partBytes) {
        this.single = partBytes == Float.BYTES;
    }

    @Override
    public Operation operation() {
        return Operation.PROD;
    }

    @Override
    public boolean commutative() {
        return true;
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        if (single) {
            multiply((float[]) in, inStart, (float[]) inOut, inOutStart, elements);
        } else {
            multiply((double[]) in, inStart, (double[]) inOut, inOutStart, elements);
        }
    }

    private static void multiply(float[] a, int i, float[] b, int j, int n) {
        for (int k = 0; k < n; k += 2) {
            float re = a[i + k] * b[j + k] - a[i + k + 1] * b[j + k + 1];
            float im = a[i + k] * b[j + k + 1] + a[i + k + 1] * b[j + k];
            b[j + k] = re;
            b[j + k + 1] = im;
        }
    }

    private static void multiply(double[] a, int i, double[] b, int j, int n) {
        for (int k = 0; k < n; k += 2) {
            double re = a[i + k] * b[j + k] - a[i + k + 1] * b[j + k + 1];
            double im = a[i + k] * b[j + k + 1] + a[i + k + 1] * b[j + k];
            b[j + k] = re;
            b[j + k + 1] = im;
        }
    }
}
