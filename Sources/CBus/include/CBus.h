#pragma once

// Devices on the kernel's I2C and SPI buses, through /dev/i2c-N and /dev/spidevB.C: linux/i2c-dev.h and
// linux/spi/spidev.h. Functions that return an int return a negative errno where they failed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cbus_kind { CBUS_I2C, CBUS_SMBUS, CBUS_SPI };

struct cbus_device {
    int descriptor;
    enum cbus_kind kind;
    uint16_t address;  ///< Of I2C and SMBus, of 7 bits.
};

/// Opens a bus and addresses a device, which need not be there. -EBUSY: a driver of the kernel has the device.
int cbus_open_i2c(const char *path, uint8_t address, struct cbus_device *device);
int cbus_open_spi(const char *path, uint8_t mode, uint32_t speed, struct cbus_device *device);
void cbus_close(const struct cbus_device *device);

/// Writes some bytes and then reads some, in one transaction. -ENXIO: nothing acknowledges the address. -EOPNOTSUPP: the
/// adapter speaks only SMBus, which has no such transaction. Has no effect once the process is ending and the device is safe.
int cbus_transfer(const struct cbus_device *device, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count);

/// Writes `safe` to the device however the process ends; see CGuard.h, whose place is returned. -ENOMEM: there is no memory
/// for a copy, which is kept until the process ends.
int cbus_guard(const struct cbus_device *device, const uint8_t *safe, size_t count);
