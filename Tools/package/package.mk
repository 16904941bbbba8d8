# The goals for deploying an application. The Makefile that includes this file sets its name, APP := doorbell, and
# PRODUCT := Doorbell if that is the name of the product in Package.swift.

ARCH := arm64
HOST :=
HOSTS :=
CARILLON_PACKAGE := $(dir $(lastword $(MAKEFILE_LIST)))
.PHONY: package deploy undeploy

# In the environment, so that no shell reads them as a part of a command.
export HOST HOSTS
export PRODUCT

package: ## makes a Debian package of the application, for ARCH=arm64 or amd64; prints its path
	@$(CARILLON_PACKAGE)make-package '$(ARCH)' '$(APP)'

deploy: ## packages the application, installs it on HOST=user@board, or HOSTS="user@board ..." in turn, and waits until it is ready
	@$(if $(strip $(HOSTS)),set -f; $(CARILLON_PACKAGE)deploy-all '$(APP)' $$HOST $$HOSTS,$(CARILLON_PACKAGE)deploy "$$HOST" '$(APP)')

undeploy: ## removes the application from HOST=user@board, but not its configuration
	@$(CARILLON_PACKAGE)undeploy "$$HOST" '$(APP)'
